import { readFile } from 'node:fs/promises'
import {
  AircoderError,
  describeSystemError,
  estimateTokens,
  parseRecording,
  type RecordedReply,
} from '#core'
import { Refusal } from '../refusals/refusal.js'
import { createChunkWriter, makeCallId } from '../upstream/chunks.js'
import { type ChatCall, defineEngine, type ModelEntry, type Sink } from '../upstream/engine.js'
import { fileTime } from '../upstream/file_time.js'
import { createPrefixMemory } from './scripted/prefix_memory.js'

const PIECE_CHARS = 24
const MODEL: ModelEntry = {
  id: 'scripted',
  created: null,
  windowTokens: 32_768,
  loaded: true,
  tools: true,
  vision: false,
  slots: null,
}

/** A recorded stream of model replies, for demos and tests; answers say so in `x-aircoder-engine`. */
export const scripted = defineEngine({
  name: 'scripted',
  place: null,
  defaultUrl: null,
  defaultSlots: 16,
  silentCalls: false,
  settleMs: 0,
  async open({ script }) {
    if (script === undefined)
      throw new AircoderError('SETTINGS_INVALID', {
        source: 'flags or environment',
        reason: 'script: the scripted engine needs a recording',
      })
    const replies = parseRecording(script, await readRecording(script))
    const created = await fileTime(script)
    const prefixes = createPrefixMemory()
    return {
      list: async () => [{ ...MODEL, created }],
      async prepare(call) {
        const reply = pick(replies, call)
        const session = call.session === null ? null : `${call.person}\n${call.session}`
        const count = prefixes.count(session, [call.body.tools ?? [], ...call.body.messages])
        const usage = { ...count, completionTokens: sizeOf(reply) }
        return {
          ignored: [],
          cold: false,
          async run(sink) {
            sink.heard()
            sink.accept()
            const finish = await play(reply, call, sink)
            const writer = createChunkWriter(MODEL.id, call.requestId, seconds())
            if (call.body.stream !== true || call.body.stream_options?.include_usage === true)
              sink.write(writer.usage(usage, count.cachedTokens))
            sink.write(writer.done())
            return { usage, finishReason: finish }
          },
        }
      },
      close: async () => {},
    }
  },
})

async function readRecording(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    const reason = describeSystemError(cause)
    throw new AircoderError('RECORDING_INVALID', { path, reason }, { cause })
  }
}

// The header has priority: after a rebuild of the prompt the messages do not show the step.
function pick(replies: RecordedReply[], { step, body }: ChatCall): RecordedReply {
  const answers = body.messages.filter((message) => message.role === 'assistant').length
  const wanted = step ?? answers + 1
  const reply = replies[wanted - 1]
  if (reply === undefined)
    throw new Refusal(
      'engine_error',
      `The recording has ${replies.length} replies; reply ${wanted} was asked for.`,
      { retryable: false },
    )
  return reply
}

async function play(reply: RecordedReply, call: ChatCall, sink: Sink): Promise<string> {
  const writer = createChunkWriter(MODEL.id, call.requestId, seconds())
  const send = async (events: Buffer) => {
    if (!sink.write(events)) await new Promise<void>((resume) => sink.whenDrained(resume))
  }
  await send(writer.delta({ role: 'assistant', content: '' }))
  for (const piece of piecesOf(reply.reasoning))
    await send(writer.delta({ reasoning_content: piece }))
  for (const piece of piecesOf(reply.content)) await send(writer.delta({ content: piece }))
  for (const [index, { id, name, arguments: text }] of reply.tool_calls.entries()) {
    const begin = { name, arguments: '' }
    await send(
      writer.delta({
        tool_calls: [{ index, id: id ?? makeCallId(), type: 'function', function: begin }],
      }),
    )
    for (const piece of piecesOf(text))
      await send(writer.delta({ tool_calls: [{ index, function: { arguments: piece } }] }))
  }
  const finish = reply.finish_reason ?? (reply.tool_calls.length > 0 ? 'tool_calls' : 'stop')
  await send(writer.finish(finish))
  return finish
}

function sizeOf(reply: RecordedReply): number {
  const calls = reply.tool_calls.map((call) => call.name + call.arguments)
  return estimateTokens([reply.reasoning, reply.content, ...calls].join('\n'))
}

/** Splits between characters, never inside one. */
function piecesOf(text: string): string[] {
  const characters = Array.from(text)
  const pieces: string[] = []
  for (let at = 0; at < characters.length; at += PIECE_CHARS)
    pieces.push(characters.slice(at, at + PIECE_CHARS).join(''))
  return pieces
}

function seconds(): number {
  return Math.floor(Date.now() / 1000)
}

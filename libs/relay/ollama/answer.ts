import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { type ChunkWriter, makeCallId } from '../chunks.js'
import type { Ending, EngineUsage, Sink } from '../engine.js'
import { readFaultInStream } from '../engine_fault.js'
import { Refusal } from '../errors.js'
import type { Reader } from '../upstream_http.js'

const MAX_LINE_BYTES = 16 * 1_048_576
const NEWLINE = 10

const Line = z.looseObject({
  message: z
    .looseObject({
      content: z.string().nullish(),
      thinking: z.string().nullish(),
      tool_calls: z
        .array(
          z.looseObject({
            function: z.looseObject({
              name: z.string(),
              arguments: z.union([z.record(z.string(), z.unknown()), z.string()]).nullish(),
            }),
          }),
        )
        .nullish(),
    })
    .nullish(),
  logprobs: z.array(z.unknown()).nullish(),
  done: z.boolean().nullish(),
  done_reason: z.string().nullish(),
  prompt_eval_count: z.number().nullish(),
  eval_count: z.number().nullish(),
  error: z.unknown().optional(),
})
type Line = z.output<typeof Line>

export interface AnswerReader extends Reader {
  /**
   * Called after Ollama's message ended: sends finish, usage and the end mark.
   * @throws Refusal engine_stopped when the done line is missing
   */
  end(): Ending
}

/**
 * Translates the lines of `/api/chat` into OpenAI chunks: calls get a running index, ids of our own and
 * their arguments as one string; the finish says `tool_calls` when there were any.
 * @param withUsage  whether the client wants the usage chunk
 */
export function readAnswer(writer: ChunkWriter, sink: Sink, withUsage: boolean): AnswerReader {
  let open: Buffer[] = []
  let openBytes = 0
  let last: Line | null = null
  let calls = 0
  let begun = false

  function delta(delta: Parameters<ChunkWriter['delta']>[0], logprobs?: unknown): boolean {
    const first = begun ? {} : ({ role: 'assistant' } as const)
    begun = true
    return sink.write(writer.delta({ ...first, ...delta }, logprobs))
  }

  function take(line: Line): boolean {
    if (line.error !== undefined && line.error !== null) throw readFaultInStream(line)
    let room = true
    const { content, thinking, tool_calls: made } = line.message ?? {}
    if (thinking) room = delta({ reasoning_content: thinking }) && room
    if (content || line.logprobs?.length)
      room = delta({ content: content ?? '' }, line.logprobs ?? undefined) && room
    for (const { function: call } of made ?? []) {
      const said = call.arguments ?? {}
      const text = typeof said === 'string' ? said : JSON.stringify(said)
      const begin = { name: call.name, arguments: text }
      room =
        delta({
          tool_calls: [{ index: calls, id: makeCallId(), type: 'function', function: begin }],
        }) && room
      calls += 1
    }
    if (line.done === true) last = line
    return room
  }

  return {
    head(headers: IncomingHttpHeaders) {
      sink.heard()
      const type = String(headers['content-type'] ?? '')
      if (!type.includes('json'))
        throw new Refusal(
          'engine_error',
          `The engine sent ${type || 'no type'} where JSON was due.`,
        )
      sink.accept()
    },
    data(chunk) {
      sink.heard()
      let room = true
      let rest = chunk
      for (let at = rest.indexOf(NEWLINE); at !== -1; at = rest.indexOf(NEWLINE)) {
        const line = Buffer.concat([...open, rest.subarray(0, at)])
        open = []
        openBytes = 0
        rest = rest.subarray(at + 1)
        if (line.length > 0) room = take(parseLine(line)) && room
      }
      if (rest.length > 0) open.push(rest)
      openBytes += rest.length
      if (openBytes > MAX_LINE_BYTES)
        throw new Refusal('engine_error', 'The engine sent a line of more than 16 MiB.')
      return room
    },
    whenDrained: (resume) => sink.whenDrained(resume),
    finished: () => last !== null,
    end() {
      const line = last
      const reason = line === null ? null : finishOf(line, calls)
      if (line === null || reason === null)
        throw new Refusal(
          'engine_stopped',
          'The engine stopped without its end mark: most likely its guard against repetition, or its runner died.',
        )
      if (!begun) delta({ content: '' })
      sink.write(writer.finish(reason))
      const usage = usageOf(line)
      if (withUsage && usage !== null) sink.write(writer.usage(usage, null))
      sink.write(writer.done())
      return { usage, finishReason: reason }
    },
  }
}

function parseLine(bytes: Buffer): Line {
  try {
    return Line.parse(JSON.parse(bytes.toString('utf8')))
  } catch (cause) {
    throw new Refusal('engine_error', 'The engine sent a line that cannot be read.', {}, { cause })
  }
}

/** null: an end that is none, e.g. `load` for a request that generated nothing. */
function finishOf({ done_reason: reason }: Line, calls: number): string | null {
  if (reason === 'length') return 'length'
  if (reason === 'load' || reason === 'unload') return null
  return calls > 0 ? 'tool_calls' : 'stop'
}

function usageOf(line: Line): EngineUsage | null {
  if (line.prompt_eval_count == null && line.eval_count == null) return null
  return { promptTokens: line.prompt_eval_count ?? 0, completionTokens: line.eval_count ?? 0 }
}

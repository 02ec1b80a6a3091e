import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { type ChunkWriter, makeCallId } from '../../upstream/chunks.js'
import type { Ending, EngineUsage, Sink } from '../../upstream/engine.js'
import type { Reader } from '../../upstream/engine_http.js'
import { assertLines, type Counts, countsOf, cutLines, endShape } from './lines.js'

/** More tokens without a line than the pieces of one character, or the start of a call's tag, can have. */
const SILENT_TOKENS = 16
const CUT = 'tool-call-cut'

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
  ...endShape,
})
type Line = z.output<typeof Line>

export interface AnswerReader extends Reader {
  counts(): Counts | null
  /**
   * Call it after Ollama's message ended: sends finish reason, usage and the end mark.
   * @param usage  the counts, with the cached tokens where they are known
   * @throws Refusal engine_stopped when the done line is missing
   */
  end(usage: EngineUsage | null): Ending
  /**
   * The token limit cut a call and its text is lost: not a failure, because a retry would be cut, too.
   * @param usage  estimated: the engine counts nothing then
   */
  endCut(usage: EngineUsage): Ending
}

/**
 * Translates the lines of `/api/chat` into OpenAI chunks: calls get a running index, new ids and their arguments as a
 * string; the finish reason is `tool_calls` when there were any.
 * @param wants  the client's options: usage chunk, and whether it offers tools; `began` is called when the prompt has
 *   been read
 */
export function readAnswer(
  writer: ChunkWriter,
  sink: Sink,
  wants: { usage: boolean; tools: boolean; began(): void },
): AnswerReader {
  let last: Line | null = null
  let calls = 0
  let begun = false
  /** Lines with text: about one for each visible token. */
  let spoken = 0

  function delta(delta: Parameters<ChunkWriter['delta']>[0], logprobs?: unknown): boolean {
    // Not with the engine's headers: the first line shows what was cut, and that goes into the headers of the answer.
    if (!begun) sink.accept()
    const first = begun ? {} : ({ role: 'assistant' } as const)
    begun = true
    return sink.write(writer.delta({ ...first, ...delta }, logprobs))
  }

  function take(line: Line): boolean {
    let room = true
    if (line.message?.content || line.message?.thinking) spoken += 1
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

  const cut = cutLines(
    Line,
    take,
    ({ message }) => (message?.thinking ?? '') + (message?.content ?? ''),
  )
  return {
    head(headers: IncomingHttpHeaders) {
      sink.heard()
      // Ollama's headers come with the first line, never before (docs/design/engines.md#ollama-messages).
      wants.began()
      assertLines(headers)
    },
    data(chunk) {
      sink.heard()
      return cut.read(chunk)
    },
    whenDrained: (resume) => sink.whenDrained(resume),
    finished: () => last !== null,
    counts: () => countsOf(last),
    end(usage) {
      const { line, reason } = cut.end(last)
      if (wants.tools && isCut(line, spoken, calls)) return close('length', usage, [CUT])
      const isCall = reason === 'stop' && calls > 0
      return close(isCall ? 'tool_calls' : reason, usage, [])
    },
    endCut: (usage) => close('length', usage, [CUT]),
  }

  function close(finishReason: string, usage: EngineUsage | null, warnings: string[]): Ending {
    sink.accept(warnings)
    if (!begun) delta({ content: '' })
    sink.write(writer.finish(finishReason))
    if (wants.usage && usage !== null) sink.write(writer.usage(usage, usage.cachedTokens ?? null))
    sink.write(writer.done())
    return { usage, finishReason }
  }
}

/** true: Ollama parsed a cut call itself and dropped it: tokens were generated and no text was sent. */
function isCut(line: Line, spoken: number, calls: number): boolean {
  const silent = (line.eval_count ?? 0) - spoken
  return line.done_reason === 'length' && calls === 0 && (spoken === 0 || silent > SILENT_TOKENS)
}

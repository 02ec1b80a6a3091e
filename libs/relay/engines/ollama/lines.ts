import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { LIMITS } from '#core'
import { Refusal } from '../../refusals/refusal.js'
import { readStreamError } from '../../upstream/engine_errors.js'

const MAX_LINE_BYTES = 16 * 1_048_576
const NEWLINE = 10

/** No prompt and no load takes a day. */
const MOST_NS = 86_400 * 1e9

function claimed(most: number) {
  return z.number().min(0).max(most).nullish().catch(null)
}

/** The last line of an answer, of each route. */
export const endShape = {
  done: z.boolean().nullish(),
  done_reason: z.string().nullish(),
  // A number that cannot be is none: the answer itself is still good.
  prompt_eval_count: claimed(LIMITS.countedTokens),
  prompt_eval_duration: claimed(MOST_NS),
  load_duration: claimed(MOST_NS),
  eval_count: claimed(LIMITS.countedTokens),
  eval_duration: claimed(MOST_NS),
  error: z.unknown().optional(),
}
const End = z.looseObject(endShape)
type End = z.output<typeof End>

/** The counts of the done line; null: it is missing or has no counts. */
export interface Counts {
  promptTokens: number
  completionTokens: number
  /** Time for the part of the prompt that was read; null: not reported. */
  promptMs: number | null
  /** Time for the answer; null: not reported. */
  completionMs: number | null
  /** Time until the runner was ready: long after a restart. */
  loadMs: number
}

/** @throws Refusal engine_error for headers of another type than lines of JSON */
export function assertLines(headers: IncomingHttpHeaders): void {
  const type = String(headers['content-type'] ?? '')
  if (!type.includes('json'))
    throw new Refusal('engine_error', `The engine sent ${type || 'no type'} instead of JSON.`, {
      retryable: type === '',
    })
}

/** What was read of an answer so far: it tells how an answer without a done line ended. */
interface Lines {
  /** Takes a chunk; false: pause. Throws a Refusal for an invalid line and for an error of the engine. */
  read(chunk: Buffer): boolean
  /**
   * Call it after Ollama's message ended.
   * @param last  the done line; null: there was none
   * @throws Refusal engine_stopped for a missing or invalid end, e.g. `load` for a request that generated nothing
   */
  end<Line extends End>(last: Line | null): { line: Line; reason: 'stop' | 'length' }
}

/**
 * Splits the bytes of an answer into its lines.
 * @param take     gets each line, checked; false: the reader must pause
 * @param textOf   the text of a line; empty: it has none
 */
export function cutLines<Line extends End>(
  schema: z.ZodType<Line>,
  take: (line: Line) => boolean,
  textOf: (line: Line) => string,
): Lines {
  let open: Buffer[] = []
  let openBytes = 0
  const repeats = { text: '', times: 0 }

  function count(text: string): void {
    if (text === '') return
    // The guard compares tokens without the white space around them.
    const bare = text.trim()
    repeats.times = bare === repeats.text && repeats.times > 0 ? repeats.times + 1 : 1
    repeats.text = bare
  }

  return {
    read(chunk) {
      let room = true
      let rest = chunk
      for (let at = rest.indexOf(NEWLINE); at !== -1; at = rest.indexOf(NEWLINE)) {
        const bytes = Buffer.concat([...open, rest.subarray(0, at)])
        open = []
        openBytes = 0
        rest = rest.subarray(at + 1)
        if (bytes.length === 0) continue
        const line = parseLine(schema, bytes)
        if (line.error !== undefined && line.error !== null) throw readStreamError(line)
        count(textOf(line))
        room = take(line) && room
      }
      if (rest.length > 0) open.push(rest)
      openBytes += rest.length
      if (openBytes > MAX_LINE_BYTES)
        throw new Refusal('engine_error', 'The engine sent a line of more than 16 MiB.')
      return room
    },
    end: (last) => endOf(last, openBytes === 0 && repeats.times > 1),
  }
}

function parseLine<Line>(schema: z.ZodType<Line>, bytes: Buffer): Line {
  try {
    return schema.parse(JSON.parse(bytes.toString('utf8')))
  } catch (cause) {
    throw new Refusal(
      'engine_error',
      'The engine sent a line that is not valid JSON.',
      {},
      { cause },
    )
  }
}

/** @param repeated  the last whole lines say the same: without a done line the guard against repetition ended them */
function endOf<Line extends End>(
  last: Line | null,
  repeated: boolean,
): { line: Line; reason: 'stop' | 'length' } {
  const reason = last?.done_reason
  // A runner that dies sends an error line. The guard sends nothing, and the same request would meet it again.
  if (last === null && repeated)
    throw new Refusal(
      'engine_stopped',
      'The engine stopped without its end mark: most likely its guard against repetition.',
      { retryable: false },
    )
  if (last === null) throw new Refusal('engine_stopped', 'The engine stopped without its end mark.')
  if (reason === 'load' || reason === 'unload')
    throw new Refusal('engine_stopped', 'The engine ended the request and generated nothing.')
  return { line: last, reason: reason === 'length' ? 'length' : 'stop' }
}

export function countsOf(line: End | null): Counts | null {
  if (line === null) return null
  if (line.prompt_eval_count == null && line.eval_count == null) return null
  return {
    promptTokens: Math.trunc(line.prompt_eval_count ?? 0),
    completionTokens: Math.trunc(line.eval_count ?? 0),
    // Nanoseconds.
    promptMs: line.prompt_eval_duration == null ? null : line.prompt_eval_duration / 1e6,
    completionMs: line.eval_duration == null ? null : line.eval_duration / 1e6,
    loadMs: (line.load_duration ?? 0) / 1e6,
  }
}

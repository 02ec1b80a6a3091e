import type { IncomingHttpHeaders } from 'node:http'
import { Refusal } from '../refusals/refusal.js'
import type { Ending, Sink } from './engine.js'
import { readStreamError } from './engine_errors.js'
import type { Reader } from './engine_http.js'
import { createProgressFilter } from './prompt_progress.js'
import { createEventCutter } from './whole_events.js'

/** So much of the end of a stream is kept: finish reason, usage and the engine's timings fit into it. */
const TAIL_BYTES = 4 * 1_024
const DONE = Buffer.from('[DONE]')
const EMPTY_CHOICES = [Buffer.from('"choices":[]'), Buffer.from('"choices": []')]
const ERROR = Buffer.from('{"error"')
const NEWLINE = 10

export interface EventRelay extends Reader {
  /**
   * Call it after the engine's message ended: sends the end mark that was held back.
   * @throws Refusal engine_stopped when finish_reason or [DONE] is missing, or the engine's own error
   */
  end(): Ending
}

/**
 * Relays an OpenAI SSE stream byte for byte. Per chunk: two native searches, one reference in the bounded
 * tail, one write. Only the end is parsed. `[DONE]` is held back until finish reason and end mark have come,
 * and an error event of the engine becomes a refusal, so that each stream ends once and correctly.
 * @param hideUsage  true: usage is read and not passed on
 * @param asksProgress  true: the engine was asked for its progress, which is no part of the answer
 */
export function relayEvents(
  sink: Sink,
  { hideUsage, asksProgress = false }: { hideUsage: boolean; asksProgress?: boolean },
): EventRelay {
  const progress = asksProgress ? createProgressFilter((...of) => sink.read?.(...of)) : null
  const isReading = () => progress?.isReading() === true
  const cutter = createEventCutter()
  const tail: Buffer[] = []
  let tailBytes = 0
  let done = false
  let failure: Refusal | null = null

  function remember(events: Buffer): void {
    tail.push(events)
    tailBytes += events.length
    for (let first = tail[0]; first && tailBytes - first.length >= TAIL_BYTES; first = tail[0]) {
      tail.shift()
      tailBytes -= first.length
    }
  }

  // The sink skips an empty write.
  function forward(all: Buffer): boolean {
    const events = progress === null ? all : progress.take(all)
    if (isReading()) return true
    if (progress !== null) begin()
    remember(events)
    return sink.write(hideUsage ? withoutUsage(events) : events)
  }

  /** The engine answers; with its progress the headers come long before that. */
  function begin(): void {
    sink.heard()
    sink.accept()
  }

  return {
    head(headers: IncomingHttpHeaders) {
      if (progress === null) sink.heard()
      const type = String(headers['content-type'] ?? '')
      if (!type.includes('event-stream'))
        throw new Refusal(
          'engine_error',
          `The engine sent ${type || 'no content type'} instead of an event stream.`,
          // The same address answers the same.
          { retryable: type === '' },
        )
      if (progress === null) sink.accept()
    },
    data(chunk) {
      if (!isReading()) sink.heard()
      if (done || failure !== null) return true
      const events = cutter.cut(chunk)
      if (events === null) return true
      const broken = lineOf(events, ERROR)
      if (broken !== -1) {
        failure = readErrorLine(events, broken)
        return forward(events.subarray(0, broken))
      }
      const end = lineOf(events, DONE)
      if (end === -1) return forward(events)
      done = true
      return forward(events.subarray(0, end))
    },
    whenDrained: (resume) => sink.whenDrained(resume),
    finished: () => done || failure !== null,
    end() {
      if (failure !== null) throw failure
      const text = Buffer.concat(tail).toString('utf8')
      const finish = /"finish_reason":\s*"([^"]+)"/.exec(text)?.[1]
      if (finish === undefined || !done)
        throw new Refusal(
          'engine_stopped',
          "The engine's stream ended without its end mark: the answer is truncated.",
        )
      sink.write(Buffer.from('data: [DONE]\n\n'))
      return { usage: readUsage(text), finishReason: finish }
    },
  }
}

const FIELDS = ['data: ', 'data:'].map((field) => Buffer.from(field))

/**
 * Start of the line `data: MARK…`; -1 when there is none. Inside a JSON string a newline is escaped, so
 * the start of a line is never content. Of each mark only the bytes right before it are read: a line may be all marks.
 */
function lineOf(events: Buffer, mark: Buffer): number {
  for (let at = events.indexOf(mark); at !== -1; at = events.indexOf(mark, at + 1))
    for (const field of FIELDS) {
      const start = at - field.length
      const begins = start === 0 || events[start - 1] === NEWLINE
      if (start >= 0 && begins && events.subarray(start, at).equals(field)) return start
    }
  return -1
}

/** Removes the events with usage and no choice: a client that did not request them may fail on them. */
function withoutUsage(events: Buffer): Buffer {
  if (!EMPTY_CHOICES.some((mark) => events.includes(mark))) return events
  const kept = events
    .toString('utf8')
    .split(/(?<=\n\r?\n)/)
    .filter((event) => !/"choices":\s*\[\]/.test(event))
  return Buffer.from(kept.join(''))
}

function readErrorLine(events: Buffer, start: number): Refusal {
  const newline = events.indexOf(NEWLINE, start)
  const line = events.toString('utf8', start + 5, newline === -1 ? undefined : newline)
  try {
    return readStreamError(JSON.parse(line))
  } catch (cause) {
    return new Refusal(
      'engine_error',
      'The engine failed and sent an error that is invalid JSON.',
      {},
      { cause },
    )
  }
}

/** Reads the last usage object in a piece of an engine's JSON; null: there is none. */
export function readUsage(text: string): Ending['usage'] {
  const at = text.lastIndexOf('"usage":{')
  const spaced = at === -1 ? text.lastIndexOf('"usage": {') : at
  if (spaced === -1) return null
  const usage = text.slice(spaced)
  // Whole numbers only: `1e308` begins with a digit, too.
  const prompt = /"prompt_tokens":\s*(\d{1,12})\s*[,}]/.exec(usage)?.[1]
  const completion = /"completion_tokens":\s*(\d{1,12})\s*[,}]/.exec(usage)?.[1]
  const cached = /"cached_tokens":\s*(\d{1,12})\s*[,}]/.exec(usage)?.[1]
  if (prompt === undefined) return null
  return {
    promptTokens: Number(prompt),
    completionTokens: Number(completion ?? 0),
    ...(cached === undefined ? {} : { cachedTokens: Number(cached) }),
  }
}

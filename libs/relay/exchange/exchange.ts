import type { ServerResponse } from 'node:http'
import { closeUnread } from '../http/close_unread.js'
import { placeComment } from '../queue/place_comment.js'
import type { Ticket } from '../queue/queue.js'
import { asRefusal, Refusal } from '../refusals/refusal.js'
import type { ProxySettings } from '../settings/settings.js'
import { onAbort } from '../signals/on_abort.js'
import { createSilenceTimer, type SilenceTimer } from '../signals/silence_timer.js'
import { createStop, type StopSignal } from '../signals/stop_signal.js'
import type { Ending, Sink } from '../upstream/engine.js'
import { type MostUsage, plausibleEnding } from '../upstream/plausible_usage.js'
import { countEvents } from './count_events.js'
import type { Downstream } from './downstream.js'

/** First byte of an SSE comment. */
const COLON = 58

/** The result of one exchange, for the log line, metrics and usage. */
export interface Account {
  outcome: string
  queueMs: number
  /** From the slot to the engine's first byte; null: there was none. */
  firstByteMs: number | null
  /** From the slot to the first event of the answer; headers and comments do not count. */
  firstTokenMs: number | null
  upstreamMs: number
  /** Events of the answer that were written, without comments. */
  events: number
  /** true: it got a slot. */
  began: boolean
  /** true: the model had to be loaded for it. */
  cold: boolean
  /** After the client left: milliseconds until the engine's work was cancelled and the slot was free. */
  freed: Promise<number> | null
  ending: Ending | null
  /** An error of the proxy itself, to be logged with its stack; the client did not see it. */
  bug: unknown
}

export interface ExchangeTerms {
  response: ServerResponse
  downstream: Downstream
  ticket: Ticket
  settings: ProxySettings
  /** Sent with the answer or the refusal. */
  headers: Record<string, string>
  /** Silence allowed before the engine's first byte, and after it. */
  firstByteMs: number
  idleMs: number
  /** true: the model must be loaded first. */
  cold: boolean
  /** How long the slot is kept when the work was cancelled before its first byte. */
  settleMs: number
  /** The most that the request can take: a count of the engine beyond it is dropped. */
  most: MostUsage
  /** How long reading the prompt takes, from a measured speed; null: unknown. Asked after the engine has begun. */
  readingMs?(): number | null
  /** Each ends the exchange when it aborts, with the refusal to send. */
  ends: readonly AbortSignal[]
  run(sink: Sink, signal: StopSignal): Promise<Ending>
}

/**
 * Runs one admitted request to its end: waits for the slot and shows the place in the queue, runs the engine,
 * applies the timers, and stops the engine as soon as the client has left, in each phase.
 * @returns  the result; never throws
 */
export async function exchange(terms: ExchangeTerms): Promise<Account> {
  const { response, downstream, ticket, settings, headers } = terms
  const account: Account = {
    outcome: 'ok',
    queueMs: 0,
    firstByteMs: null,
    firstTokenMs: null,
    upstreamMs: 0,
    events: 0,
    began: false,
    cold: terms.cold,
    freed: null,
    ending: null,
    bug: null,
  }
  let cancelled = false
  const stop = createStop()
  const entered = performance.now()
  let began = 0
  // Ends all waiting at once, also while the engine is silent.
  let endWaiting = (_: unknown) => {}
  const stopped = new Promise<never>((_, reject) => {
    endWaiting = reject
  })
  stopped.catch(() => {})
  let halted = false
  // Called directly: one more listener on the signal costs a short answer as much as its place in the queue.
  const halt = (reason: unknown) => {
    if (halted) return
    halted = true
    stop.abort(reason)
    sink.wake()
    endWaiting(reason)
  }

  const comments = startComments(terms, {
    hasBegun: () => account.firstTokenMs !== null,
    sinceMs: () => performance.now() - began,
  })
  const sink = createSink(terms, halt, {
    firstByte: () => {
      account.firstByteMs = performance.now() - began
      headers['server-timing'] += `, ttft;dur=${Math.round(account.firstByteMs)}`
      ticket.answered()
    },
    read: comments.read,
    /** @returns  false: the exchange has ended */
    write: (bytes) => {
      if (halted) return false
      comments.heard()
      account.events += countEvents(bytes)
      if (account.firstTokenMs === null && bytes[0] !== COLON)
        account.firstTokenMs = performance.now() - began
      return true
    },
  })
  const gone = () => halt(new Refusal('client_closed', 'The client left.'))
  if (response.closed || response.destroyed) gone()
  response.once('close', gone)
  const offs = terms.ends.map((end) => {
    if (end.aborted) halt(end.reason)
    return onAbort(end, () => halt(end.reason))
  })
  // A broken socket also emits 'close'; an 'error' without a listener would end the process.
  response.on('error', () => {})

  let work: Promise<Ending> | null = null
  try {
    await Promise.race([stopped, ticket.turn])
    began = performance.now()
    account.queueMs = began - entered
    account.began = true
    account.cold ||= ticket.loads()
    headers['x-aircoder-queue-ms'] = String(Math.round(account.queueMs))
    headers['server-timing'] = `queue;dur=${Math.round(account.queueMs)}`
    comments.expect(settings.heartbeatMs)
    // A client that saw its place also sees that the waiting is over; the headers were sent without the time.
    if (downstream.isOpen()) comments.say()
    sink.start()
    work = terms.run(sink, stop.signal)
    account.ending = plausibleEnding(await Promise.race([stopped, work]), terms.most)
    ticket.settle(account.ending.usage)
    headers['server-timing'] += `, upstream;dur=${Math.round(performance.now() - began)}`
    downstream.end(headers)
  } catch (error) {
    const refusal = asRefusal(error)
    account.outcome = refusal.code
    if (!(error instanceof Refusal)) account.bug = error
    cancelled = halted
    halt(refusal)
    if (!response.closed && !response.destroyed) downstream.fail(refusal, headers)
  } finally {
    comments.stop()
    sink.stop()
    response.off('close', gone)
    for (const off of offs) off()
    const over = performance.now()
    if (began > 0) account.upstreamMs = over - began
    else account.queueMs = over - entered
    // The slot is not free while the engine still reads a cancelled prompt (docs/design/proxy.md#exchange).
    const isReading = cancelled && began > 0 && account.firstByteMs === null
    const restMs = isReading ? terms.settleMs : 0
    ticket.release(restMs)
    closeUnread(response, settings.slowReaderMs)
    if (work !== null && account.outcome === 'client_closed')
      account.freed = timeTo(work, over, restMs)
  }
  return account
}

/** Milliseconds from `since` until the work has ended, successfully or not, and at least `leastMs`. */
async function timeTo(work: Promise<unknown>, since: number, leastMs: number): Promise<number> {
  await work.catch(() => {})
  return Math.max(leastMs, performance.now() - since)
}

/** For answers without comments, about half of all requests: they need no timer. */
const NO_COMMENTS = {
  heard: () => {},
  expect: () => {},
  stop: () => {},
  say: () => {},
  read: () => {},
}

interface Comments extends SilenceTimer {
  say(): void
  /** The engine reports how much of the prompt it has read. */
  read(tokens: number, of: number): void
}

/** What the comments say about the engine. */
interface Reading {
  /** The answer has begun. */
  hasBegun(): boolean
  /** Time since the slot. */
  sinceMs(): number
}

/** Sends comments while nothing else is written: the place in the queue, then the phase of the engine. */
function startComments(
  { downstream, ticket, settings, headers, cold, readingMs }: ExchangeTerms,
  { hasBegun, sinceMs }: Reading,
): Comments {
  if (!downstream.hasComments) return NO_COMMENTS
  let shown = ''
  let saidMs = 0
  let progress: string | null = null
  /** What the engine reports, else what its speed lets expect. */
  const prefill = () => {
    if (progress !== null) return progress
    const leftMs = (readingMs?.() ?? 0) - sinceMs()
    return leftMs < 1_000 ? '' : ` left_s=${Math.round(leftMs / 1_000)}`
  }
  const say = () => {
    saidMs = performance.now()
    downstream.open(headers)
    const place = ticket.place()
    shown = place === null ? '' : `${place.position} of ${place.of}`
    const waited = headers['x-aircoder-queue-ms'] ?? '0'
    if (place !== null) downstream.comment(placeComment(place))
    else if (hasBegun()) downstream.comment('aircoder phase=writing')
    else if (progress === null && (cold || ticket.loads()))
      downstream.comment(`aircoder phase=loading queue_ms=${waited}`)
    else downstream.comment(`aircoder phase=prefill queue_ms=${waited}${prefill()}`)
  }
  const timer = createSilenceTimer(settings.openMs, () => {
    timer.expect(settings.heartbeatMs)
    say()
  })
  ticket.onMove(() => {
    if (!downstream.isOpen()) return
    const place = ticket.place()
    if (place !== null && shown !== `${place.position} of ${place.of}`) say()
  })
  return {
    ...timer,
    say,
    read(tokens, of) {
      progress = ` read=${tokens} of=${of}`
      // The first comment opens the answer, and waits as long as it always does.
      if (!hasBegun() && downstream.isOpen() && performance.now() - saidMs >= settings.openMs) say()
    },
  }
}

interface ExchangeSink extends Sink {
  /** Resumes the engine, which waits for a slow reader. */
  wake(): void
  start(): void
  stop(): void
}

function createSink(
  { response, downstream, headers, firstByteMs, idleMs, settings, ticket }: ExchangeTerms,
  halt: (reason: Refusal) => void,
  on: {
    firstByte(): void
    read(tokens: number, of: number): void
    write(bytes: Buffer): boolean
  },
): ExchangeSink {
  let silence: SilenceTimer | null = null
  let slow: NodeJS.Timeout | undefined
  let resumes: (() => void)[] = []
  let first = true
  // The model may have been unloaded while this request waited.
  const firstLimitMs = () =>
    ticket.loads() ? Math.max(firstByteMs, settings.coldTokenMs) : firstByteMs

  const silent = () => {
    // While the reader is slow, the proxy itself pauses the engine.
    if (slow !== undefined) return
    const seconds = Math.round((first ? firstLimitMs() : idleMs) / 1000)
    const what = first ? 'did not begin to answer' : 'stopped sending in the middle of its answer'
    halt(new Refusal('engine_timeout', `The engine ${what} for ${seconds} s.`))
  }
  const drained = () => {
    clearTimeout(slow)
    slow = undefined
    silence?.heard()
    const waiting = resumes
    resumes = []
    for (const resume of waiting) resume()
  }

  return {
    wake: drained,
    start() {
      silence = createSilenceTimer(firstLimitMs(), silent, idleMs)
    },
    heard() {
      silence?.heard()
      if (!first) return
      first = false
      silence?.expect(idleMs)
      on.firstByte()
    },
    read(tokens, of) {
      // It works on the prompt, and has not begun to answer.
      silence?.heard()
      on.read(tokens, of)
    },
    accept(warnings = []) {
      if (warnings.length > 0 && !downstream.isOpen())
        headers['x-aircoder-warnings'] = [headers['x-aircoder-warnings'] ?? [], warnings]
          .flat()
          .join(', ')
      downstream.open(headers)
      for (const warning of warnings) downstream.comment(`aircoder warning=${warning}`)
    },
    write(bytes) {
      return !on.write(bytes) || downstream.write(bytes)
    },
    whenDrained(resume) {
      resumes.push(resume)
      if (resumes.length > 1) return
      response.once('drain', drained)
      slow = setTimeout(() => response.destroy(), settings.slowReaderMs)
    },
    stop() {
      silence?.stop()
      clearTimeout(slow)
      response.off('drain', drained)
    },
  }
}

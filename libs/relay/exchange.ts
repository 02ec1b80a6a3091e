import type { ServerResponse } from 'node:http'
import type { Downstream } from './downstream.js'
import type { Ending, Sink } from './engine.js'
import { asRefusal, Refusal } from './errors.js'
import type { Ticket } from './queue.js'
import type { ProxySettings } from './settings.js'
import { createSilenceTimer, type SilenceTimer } from './silence.js'

/** How one exchange went: what the log line says of it. */
export interface Account {
  outcome: string
  queueMs: number
  /** From the slot to the engine's first byte; null when none came. */
  firstByteMs: number | null
  upstreamMs: number
  ending: Ending | null
  /** An error of ours, to be logged with its stack; the client was told nothing of it. */
  bug: unknown
}

export interface ExchangeTerms {
  response: ServerResponse
  downstream: Downstream
  ticket: Ticket
  settings: ProxySettings
  /** Sent with the answer, whichever it is. */
  headers: Record<string, string>
  /** Silence allowed before the engine's first byte, and after it. */
  firstByteMs: number
  idleMs: number
  /** true: the model is still to be loaded. */
  cold: boolean
  /** How long the slot rests when the work was cancelled before its first byte. */
  settleMs: number
  /** Aborts when the proxy ends, with the refusal to send. */
  ending: AbortSignal
  run(sink: Sink, signal: AbortSignal): Promise<Ending>
}

/**
 * Carries one admitted request to its one end: waits for the slot with a visible place, runs the engine,
 * keeps the timers, and stops the engine as soon as the client has left, in whichever phase.
 * @returns  how it went; never throws
 */
export async function exchange(terms: ExchangeTerms): Promise<Account> {
  const { response, downstream, ticket, settings, headers } = terms
  const account: Account = {
    outcome: 'ok',
    queueMs: 0,
    firstByteMs: null,
    upstreamMs: 0,
    ending: null,
    bug: null,
  }
  let cancelled = false
  const stop = new AbortController()
  const entered = performance.now()
  let began = 0

  const gone = () => stop.abort(new Refusal('client_closed', 'The client left.'))
  const ended = () => stop.abort(terms.ending.reason)
  if (response.closed || response.destroyed) gone()
  response.once('close', gone)
  terms.ending.addEventListener('abort', ended, { once: true })
  // A broken socket shows as 'close' too; without a listener it would end the process.
  response.on('error', () => {})

  const comments = startComments(terms, () => account.firstByteMs !== null)
  const sink = createSink(terms, stop, {
    firstByte: () => {
      account.firstByteMs = performance.now() - began
    },
    wrote: () => comments.heard(),
  })
  try {
    await untilAborted(ticket.turn, stop.signal)
    began = performance.now()
    account.queueMs = began - entered
    headers['x-aircoder-queue-ms'] = String(Math.round(account.queueMs))
    comments.expect(settings.heartbeatMs)
    sink.start()
    account.ending = await untilAborted(terms.run(sink, stop.signal), stop.signal)
    downstream.end(headers)
  } catch (error) {
    const refusal = asRefusal(error)
    account.outcome = refusal.code
    if (!(error instanceof Refusal)) account.bug = error
    cancelled = stop.signal.aborted
    stop.abort(refusal)
    if (!response.closed && !response.destroyed) downstream.fail(refusal, headers)
  } finally {
    comments.stop()
    sink.stop()
    response.off('close', gone)
    terms.ending.removeEventListener('abort', ended)
    if (began > 0) account.upstreamMs = performance.now() - began
    freeSlot(terms, cancelled && began > 0 && account.firstByteMs === null)
  }
  return account
}

// A slot whose engine still reads a cancelled prompt is no free slot (proxy.md 2, item 6).
function freeSlot({ ticket, settleMs }: ExchangeTerms, unsettled: boolean): void {
  if (unsettled && settleMs > 0) setTimeout(() => ticket.release(), settleMs)
  else ticket.release()
}

/** Comments while nothing else is written: the place in the queue, then that the engine is at work. */
function startComments(
  { downstream, ticket, settings, headers, cold }: ExchangeTerms,
  hasBegun: () => boolean,
): SilenceTimer {
  const say = () => {
    downstream.open(headers)
    const place = ticket.place()
    if (place !== null)
      downstream.comment(`aircoder queue position=${place.position} of=${place.of}`)
    else if (hasBegun()) downstream.comment('aircoder phase=writing')
    else downstream.comment(`aircoder phase=${cold ? 'loading' : 'prefill'}`)
  }
  const timer = createSilenceTimer(settings.openMs, () => {
    timer.expect(settings.heartbeatMs)
    say()
  })
  ticket.onMove(() => {
    if (downstream.isOpen() && ticket.place() !== null) say()
  })
  return timer
}

interface ExchangeSink extends Sink {
  start(): void
  stop(): void
}

function createSink(
  { response, downstream, headers, firstByteMs, idleMs, settings }: ExchangeTerms,
  stop: AbortController,
  on: { firstByte(): void; wrote(): void },
): ExchangeSink {
  let silence: SilenceTimer | null = null
  let slow: NodeJS.Timeout | undefined
  let resumes: (() => void)[] = []
  let first = true

  const silent = () => {
    // While the reader is slow it is us who keep the engine silent.
    if (slow !== undefined) return
    const seconds = Math.round((first ? firstByteMs : idleMs) / 1000)
    const what = first ? 'did not begin to answer' : 'went silent in the middle of its answer'
    stop.abort(new Refusal('engine_timeout', `The engine ${what} for ${seconds} s.`))
  }
  const drained = () => {
    clearTimeout(slow)
    slow = undefined
    silence?.heard()
    const waiting = resumes
    resumes = []
    for (const resume of waiting) resume()
  }
  stop.signal.addEventListener('abort', drained, { once: true })

  return {
    start() {
      silence = createSilenceTimer(firstByteMs, silent)
    },
    heard() {
      silence?.heard()
      if (!first) return
      first = false
      silence?.expect(idleMs)
      on.firstByte()
    },
    accept(warnings = []) {
      if (warnings.length > 0 && !downstream.isOpen())
        headers['x-aircoder-warnings'] = warnings.join(', ')
      downstream.open(headers)
      for (const warning of warnings) downstream.comment(`aircoder warning=${warning}`)
    },
    write(bytes) {
      if (stop.signal.aborted) return true
      on.wrote()
      return downstream.write(bytes)
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

/** Settles with the promise, or rejects as soon as the signal aborts: no engine can keep us waiting. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

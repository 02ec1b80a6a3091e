import { closeUnread } from '../http/close_unread.js'
import { asRefusal, Refusal } from '../refusals/refusal.js'
import { onAbort } from '../signals/on_abort.js'
import { createStop } from '../signals/stop_signal.js'
import type { Ending } from '../upstream/engine.js'
import { plausibleEnding } from '../upstream/plausible_usage.js'
import type { Account } from './account.js'
import { startComments } from './comments.js'
import { countEvents } from './count_events.js'
import { createSink } from './sink.js'
import type { ExchangeTerms } from './terms.js'

/** First byte of an SSE comment. */
const COLON = 58

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

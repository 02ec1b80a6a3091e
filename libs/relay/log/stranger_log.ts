import type { Logger } from 'pino'
import type { Clock } from '#core'
import { sourceOf } from '../http/source_of.js'
import { type AnsweredRequest, logRequest } from './request_log.js'

/** One line a minute sums up the refusals after the first one. */
const WINDOW_MS = 60_000
/** Addresses that are counted separately in one window. */
const MOST_ADDRESSES = 10_000

/** Logs refused requests of unidentified clients, of which anybody can send any number. */
export interface StrangerLog {
  refused(answered: AnsweredRequest): void
  /** Writes the last sum. */
  close(): void
}

/**
 * The first refusal has a line of its own. Those of the following minute are one line with their number, their
 * outcomes and the number of addresses.
 */
export function createStrangerLog(log: Logger, clock: Clock): StrangerLog {
  const closing = new AbortController()
  let open = false
  let outcomes = new Map<string, number>()
  let addresses = new Set<string>()

  async function sumUp(): Promise<void> {
    await clock.sleep(WINDOW_MS, closing.signal)
    open = false
    if (outcomes.size === 0) return
    const requests = [...outcomes.values()].reduce((sum, count) => sum + count, 0)
    log.info(
      { requests, outcomes: Object.fromEntries(outcomes), addresses: addresses.size },
      'refused requests without a person',
    )
    outcomes = new Map()
    addresses = new Set()
  }

  return {
    refused(answered) {
      if (!open && !closing.signal.aborted) {
        open = true
        logRequest(log, answered)
        void sumUp()
        return
      }
      const { outcome, socket } = answered.request
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      if (addresses.size < MOST_ADDRESSES) addresses.add(sourceOf(socket.remoteAddress ?? ''))
    },
    close: () => closing.abort(),
  }
}

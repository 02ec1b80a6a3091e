import type { ChatRequest, Clock, Problem } from '#core'
import {
  blamesFormat,
  describeFailure,
  isRejectedCall,
  isStarting,
  mayRetry,
  notReady,
  problemOf,
  type RequestFailure,
} from '../endpoint/errors.js'
import { createPatience } from '../endpoint/models/await_server.js'
import { type RetryLimits, retryPause } from '../endpoint/retry.js'
import { seconds } from '../endpoint/seconds.js'
import { unanswered, withoutToken } from './failed_reply.js'
import type { Attempt } from './send_request.js'
import type { ThinkingSwitches } from './thinking_switches.js'

/** What follows a failed try. */
export type NextTry =
  /** The request is sent again at once; `note`: why a reply that may have been seen begins again. */
  | { kind: 'again'; note?: string }
  | { kind: 'wait'; pauseMs: number; text: string }
  | { kind: 'end'; problem: Problem }

/** The tries of one ask. */
export interface Tries {
  /** What is sent next: the request without what the server refused. */
  request(): ChatRequest
  /** What the server said of the first sample; null until it rejects one. */
  rejected(): string | null
  after(made: Attempt, failure: RequestFailure): NextTry
}

export interface TriesOptions {
  clock: Pick<Clock, 'monotonic'>
  origin: string
  token?: string | undefined
  limits: RetryLimits
  /** How long a server that is starting or busy is waited for, in ms; undefined: the tries decide. */
  waitMs?: number | undefined
  /** Returns 0..1, for the jitter between tries. */
  random: () => number
  switches: ThinkingSwitches
  /** All tries of the ask before this one failed: the engine may be restarted meanwhile. */
  failedBefore: boolean
  /** The server refuses `response_format`. */
  onFormatRefused(): void
}

export function createTries(asked: ChatRequest, options: TriesOptions): Tries {
  const { clock, origin, limits, waitMs, random, switches } = options
  const started = clock.monotonic()
  const waitsFor = (failure: RequestFailure) =>
    isStarting(failure) || (options.failedBefore && mayRetry(failure))
  const patience = waitMs === undefined ? null : createPatience(waitMs, { clock, origin, waitsFor })
  let request = asked
  let rejected: string | null = null
  let attempt = 1

  return {
    request: () => request,
    rejected: () => rejected,
    after(made, failure) {
      const again = sentOtherwise(made, failure)
      if (again !== null) return again
      switches.forget()
      const isWaited = !made.begun && waitsFor(failure)
      const pauseMs = patience === null || !isWaited ? null : pauseAfter(failure, Infinity)
      const waiting = pauseMs === null ? null : patience?.next(failure, pauseMs)
      if (waiting) {
        attempt += 1
        return { kind: 'wait', ...waiting }
      }
      return tryOrEnd(made, failure, patience !== null && isWaited && isStarting(failure))
    },
  }

  /** The same question in another form; null where the form is not what failed. */
  function sentOtherwise(made: Attempt, failure: RequestFailure): NextTry | null {
    const problem = problemOf(failure, origin)
    if (rejected === null && isRejectedCall(failure)) {
      rejected = withoutToken(problem, options.token).message
      return { kind: 'again', note: describeFailure(failure) }
    }
    if (made.begun || problem.code === 'context_overflow') return null
    if (request.response_format !== undefined && blamesFormat(failure)) {
      request = withoutFormat(request)
      options.onFormatRefused()
      return { kind: 'again' }
    }
    return switches.drop(failure, request) ? { kind: 'again' } : null
  }

  /** @param isNotReady  the server is starting, and the time to wait for it is spent */
  function tryOrEnd(made: Attempt, failure: RequestFailure, isNotReady: boolean): NextTry {
    const mayFollow = !isNotReady && !made.begun && mayRetry(failure)
    const pauseMs = mayFollow ? pauseAfter(failure, limits.tries) : null
    if (pauseMs !== null) {
      attempt += 1
      const elapsed = seconds(clock.monotonic() - started)
      const next = `try ${attempt} of ${limits.tries} in ${seconds(pauseMs)}`
      const text = `${describeFailure(failure)} (${origin}); ${elapsed} so far, ${next}`
      return { kind: 'wait', pauseMs, text }
    }
    const waited = patience?.waited() ?? null
    // Without a wait the tries of several requests decide.
    const found = isNotReady
      ? notReady(failure, origin, { waited, waitMs: waitMs ?? 0 })
      : unanswered(made, failure, {
          problem: problemOf(failure, origin),
          waited: waitMs === 0 ? null : waited,
        })
    return { kind: 'end', problem: withoutToken(found, options.token) }
  }

  function pauseAfter(failure: RequestFailure, tries: number): number | null {
    const retryAfterMs = failure.kind === 'answered' ? failure.wait.afterMs : null
    return retryPause({ attempt, retryAfterMs }, random, { ...limits, tries })
  }
}

export function withoutFormat({ response_format: _, ...request }: ChatRequest): ChatRequest {
  return request
}

import type { Problem, Reply } from '#core'
import { mayRetry, type RequestFailure, refusesRequest } from '../endpoint/errors.js'
import { parseReply } from '../parse/parse_reply.js'
import type { Attempt } from './send_request.js'

/** A reply with a problem and no calls; the received text is kept. */
export function failedReply(made: Attempt, problem: Problem): Reply {
  const kept = parseReply(
    { ...made.raw, finish_reason: null },
    { step: 0, tools: [], dialects: [] },
  )
  return { ...kept, calls: [], problem, finishReason: null, usage: made.usage }
}

/**
 * Marks the problem of a request that only errors answered, on every try, that the server refuses as it is, or whose
 * reply it cut.
 * @param waited  how long the server was waited for, in words; null: the tries decide
 */
export function unanswered(
  { begun }: Attempt,
  failure: RequestFailure,
  { problem, waited }: { problem: Problem; waited: string | null },
): Problem {
  if (problem.code !== 'inference_error') return problem
  if (begun) return { ...problem, unanswered: 'cut' }
  if (refusesRequest(failure)) return { ...problem, unanswered: 'refused' }
  if (!mayRetry(failure)) return { ...problem, unanswered: 'cut' }
  if (waited === null) return { ...problem, unanswered: 'tried' }
  const message = `${problem.message.replace(/\.$/, '')}, after a wait of ${waited}.`
  return { ...problem, message, unanswered: 'waited' }
}

/** Some servers repeat the token that they reject. */
export function withoutToken(problem: Problem, token: string | undefined): Problem {
  if (token === undefined || token === '') return problem
  return { ...problem, message: problem.message.replaceAll(token, '[token]') }
}

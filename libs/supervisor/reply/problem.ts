import { areInvalid } from '#context'
import {
  type EvidenceDraft,
  LIMITS,
  type Outcome,
  type Problem,
  type Reply,
  summarise,
  type TaskResult,
} from '#core'
import type { Ledger, View } from '#ledger'

/** Problems with a subject of their own. All others belong to the endpoint. */
const SUBJECTS = new Set<Problem['code']>([
  'parser_error',
  'repetition',
  'thinking_budget',
  'too_long',
])

/**
 * What went wrong with a reply, as rows: `model/rejected_call` for a first sample that the server rejected (row 26),
 * `model/parser_error` or `model/inference_error` for a failure of the model or its endpoint (row 17).
 */
export function problemEvidence(reply: Reply): EvidenceDraft[] {
  return [...rejectedEvidence(reply), ...failureEvidence(reply)]
}

/** Calls that are not shown to the model again, whole and with their errors, as one row (row 44). */
export function invalidEvidence(reply: Reply, outcomes: readonly Outcome[]): EvidenceDraft[] {
  if (!areInvalid(reply, outcomes)) return []
  const calls = outcomes.map(({ callId, tool, text }) => {
    const given = reply.calls.find(({ id }) => id === callId)?.arguments ?? {}
    return { name: tool, arguments: given, error: text }
  })
  return [
    {
      kind: 'diagnostic',
      subject: 'model/invalid_call',
      summary: summarise(outcomes.map(({ text }) => text).join('\n')),
      payload: Buffer.from(JSON.stringify(calls, null, 2)),
      facts: { code: 'invalid_call', calls: calls.length },
    },
  ]
}

function rejectedEvidence({ rejected }: Reply): EvidenceDraft[] {
  if (rejected === undefined) return []
  return [
    {
      kind: 'diagnostic',
      subject: 'model/rejected_call',
      summary: summarise(rejected),
      payload: Buffer.from(rejected),
      facts: { code: 'rejected_call' },
    },
  ]
}

function failureEvidence(reply: Reply): EvidenceDraft[] {
  const { problem } = reply
  if (problem === null) return []
  const kind = SUBJECTS.has(problem.code) ? problem.code : 'inference_error'
  const about = problem.code === 'thinking_budget' ? reply.reasoning : reply.text
  return [
    {
      kind: 'diagnostic',
      subject: `model/${kind}`,
      summary: summarise(problem.message),
      payload: Buffer.from(problem.excerpt ?? about),
      facts: { code: problem.code, ...(problem.unanswered ? { unanswered: true } : {}) },
    },
  ]
}

const CAUSES: Partial<Record<Problem['code'], TaskResult['cause']>> = {
  unreachable: 'unreachable',
  busy: 'busy',
  not_api: 'not_api',
  auth_error: 'auth',
  refused: 'refused',
  // A smaller prompt was not possible: else the request was made again.
  context_overflow: 'window',
}

/**
 * Why no further step can be asked; undefined: the loop continues.
 * @param failedBefore  requests in a row before this one that only errors answered
 */
export function fatalCause({ problem }: Reply, failedBefore: number): TaskResult['cause'] {
  if (problem === null) return undefined
  const { unanswered } = problem
  const isSpent =
    unanswered === 'waited' ||
    unanswered === 'refused' ||
    (unanswered && failedBefore + 1 >= LIMITS.problemsInARow)
  return isSpent ? 'failing' : CAUSES[problem.code]
}

/** Requests in a row up to the last committed step that the server answered with errors or cut, from rows. */
export function failedRequests({ task, problemsInARow }: View, ledger: Ledger): number {
  if (problemsInARow === 0) return 0
  const about = { taskId: task.id, kind: 'diagnostic', subject: 'model/inference_error' } as const
  const steps = ledger
    .find({ ...about, limit: LIMITS.problemsInARow })
    .filter(({ facts }) => facts.unanswered === true)
    .map(({ step }) => step)
  const end = steps.findIndex((step, at) => step !== task.step - at)
  return end === -1 ? steps.length : end
}

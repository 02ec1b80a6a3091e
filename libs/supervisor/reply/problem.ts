import { type EvidenceDraft, type Problem, type Reply, summarise, type TaskResult } from '#core'

/** Problems with a subject of their own. All others belong to the endpoint. */
const SUBJECTS = new Set<Problem['code']>([
  'parser_error',
  'repetition',
  'thinking_budget',
  'too_long',
])

/** A failure of the model or its endpoint as a row: `model/parser_error`, `model/inference_error` (row 17). */
export function problemEvidence(reply: Reply): EvidenceDraft[] {
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
      facts: { code: problem.code },
    },
  ]
}

const CAUSES: Partial<Record<Problem['code'], TaskResult['cause']>> = {
  unreachable: 'unreachable',
  not_api: 'not_api',
  auth_error: 'auth',
}

/** Why no further step can be asked; undefined: the loop continues. */
export function fatalCause({ problem }: Reply): TaskResult['cause'] {
  return problem === null ? undefined : CAUSES[problem.code]
}

import { type EvidenceDraft, type Reply, summarise } from '#core'

/** A failure of the model or its endpoint as a row: `model/parser_error`, `model/inference_error` (row 17). */
export function problemEvidence(reply: Reply): EvidenceDraft[] {
  const { problem } = reply
  if (problem === null) return []
  const kind = problem.code === 'parser_error' ? 'parser_error' : 'inference_error'
  return [
    {
      kind: 'diagnostic',
      subject: `model/${kind}`,
      summary: summarise(problem.message),
      payload: Buffer.from(problem.excerpt ?? reply.text),
      facts: { code: problem.code },
    },
  ]
}

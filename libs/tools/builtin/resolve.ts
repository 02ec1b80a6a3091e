import { z } from 'zod'
import { findEvidenceIds } from '#core'
import { defineTool } from '../declare/tool.js'

export const resolve = defineTool({
  name: 'resolve',
  summary: 'Finish the task, or the open sub-question, citing evidence.',
  input: z.object({
    cites: z.array(z.string()).describe('evidence ids, e.g. e12'),
    summary: z.string().trim().min(1),
  }),
  aliases: {
    names: ['finish', 'done', 'complete', 'complete_task', 'attempt_completion', 'submit'],
    fields: {
      cites: ['citations', 'evidence', 'evidence_ids', 'ids', 'cite'],
      summary: ['result', 'answer', 'message', 'text', 'final_answer'],
    },
  },
  effect: 'plan',
  danger: false,
  evidence: null,
  route: { base: 'always' },
  card: {
    example: { cites: ['e7', 'e9'], summary: 'total() rounds now. The tests pass.' },
    rules: [
      'Call it last, when nothing is left to do.',
      '`cites` has ids of results in brackets, such as e7.',
      'Run the tests after the last edit first.',
    ],
  },
  paths: () => [],
  describe: ({ cites, summary }) => `resolve (${cites.join(', ')}): ${summary}`,

  async run({ cites, summary }) {
    const ids = [...new Set(cites.flatMap(idsIn))]
    return {
      ok: true,
      // Without an id, the judge says which rows there are, or that none is needed.
      text: `Resolve requested, citing ${ids.join(', ') || 'nothing'}.`,
      plan: [{ type: 'resolve', cites: ids, summary }],
    }
  },
})

/** Ids in a text such as `e1, e2`; without ids its words, which the verifier then names in its refusal. */
function idsIn(cite: string): string[] {
  const ids = findEvidenceIds(cite)
  return ids.length > 0 ? ids : (cite.match(/[\w-]+/g) ?? [])
}

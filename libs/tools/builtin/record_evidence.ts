import { z } from 'zod'
import { summarise } from '#core'
import { defineTool } from '../declare/tool.js'

/** The only kind that a model may write: all others come from real results. */
const WRITABLE = 'decision'

export const recordEvidence = defineTool({
  name: 'record_evidence',
  summary: 'Note a decision or finding to keep.',
  input: z.object({
    kind: z.string().describe('decision'),
    subject: z.string().trim().min(1).describe('path or topic'),
    summary: z.string().trim().min(1),
    content: z.string().meta({ jsonText: true }).optional(),
  }),
  aliases: {
    names: ['note', 'remember', 'add_evidence'],
    fields: { summary: ['note', 'text', 'finding'], subject: ['topic', 'about', 'path'] },
  },
  effect: 'plan',
  danger: false,
  evidence: WRITABLE,
  extra: true,
  paths: () => [],
  describe: ({ subject, summary }) => `note ${subject}: ${summary}`,

  async run({ kind, subject, summary, content }) {
    const claimed = kind.trim().toLowerCase()
    const isOwn = claimed === WRITABLE || claimed === ''
    const note = isOwn
      ? ''
      : ` It is stored as a ${WRITABLE}: only real results create ${kind} rows.`
    const facts: Record<string, string> = isOwn ? {} : { claimedKind: kind }
    return {
      ok: true,
      text: `Noted: ${subject}.${note}`,
      evidence: [
        {
          kind: WRITABLE,
          subject,
          summary: summarise(summary),
          payload: Buffer.from(content ?? summary),
          facts,
        },
      ],
    }
  },
})

import { z } from 'zod'
import { summarise } from '#core'
import { WholeText } from '../declare/texts.js'
import { defineTool } from '../declare/tool.js'

/** The only kind that a model may write: all others come from real results. */
const WRITABLE = 'decision'
/** A note is a snippet (row 182): longer texts belong into files, which are evidence when they are read. */
const SNIPPET_BYTES = 1_024

export const recordEvidence = defineTool({
  name: 'record_evidence',
  summary: 'Note a decision or finding to keep.',
  input: z.object({
    kind: z.string().describe('decision'),
    subject: z.string().trim().min(1).describe('path or topic'),
    summary: z.string().trim().min(1),
    content: WholeText.optional(),
  }),
  aliases: {
    names: ['note', 'remember', 'add_evidence'],
    fields: { summary: ['note', 'text', 'finding'], subject: ['topic', 'about', 'path'] },
  },
  effect: 'plan',
  notes: 'other',
  danger: false,
  evidence: WRITABLE,
  route: { base: 'usual' },
  extra: true,
  card: {
    example: { kind: 'decision', subject: 'src/sum.ts', summary: 'sum() must not round.' },
    rules: ['Keep one decision or finding a call.', 'Results of tools are kept without it.'],
    words: /\b(?:note|remember|decision|keep in mind)\b/iu,
  },
  paths: () => [],
  describe: ({ subject, summary }) => `note ${subject}: ${summary}`,

  async run({ kind, subject, summary, content }) {
    const claimed = kind.trim().toLowerCase()
    const isOwn = claimed === WRITABLE || claimed === ''
    const note = isOwn
      ? ''
      : ` It is stored as a ${WRITABLE}: only real results create ${kind} rows.`
    const facts: Record<string, string> = isOwn ? {} : { claimedKind: kind }
    const bytes = Buffer.from(content ?? summary)
    const kept = cutBytes(bytes, SNIPPET_BYTES)
    const cut =
      kept.length < bytes.length
        ? ` Only its first ${SNIPPET_BYTES} bytes are kept. Cite a result for more.`
        : ''
    return {
      ok: true,
      text: `Noted: ${subject}.${note}${cut}`,
      evidence: [
        {
          kind: WRITABLE,
          subject,
          summary: summarise(summary),
          payload: kept,
          facts,
        },
      ],
    }
  },
})

/** The first bytes of a text, without a part of a character at the end. */
function cutBytes(bytes: Buffer, most: number): Buffer {
  if (bytes.length <= most) return bytes
  let end = most
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return bytes.subarray(0, end)
}

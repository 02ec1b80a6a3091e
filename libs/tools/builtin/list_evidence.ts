import { z } from 'zod'
import { EVIDENCE_KINDS } from '#core'
import { nearestNames } from '../call/names.js'
import { defineTool, fail } from '../declare/tool.js'

const MOST_ROWS = 40
const LINE_CHARS = 160

export const listEvidence = defineTool({
  name: 'list_evidence',
  summary: 'List evidence ids.',
  input: z.object({
    kind: z.string().optional().describe('e.g. decision, test_result'),
    text: z.string().optional(),
  }),
  aliases: {
    names: ['evidence', 'list_notes', 'recall', 'get_notes'],
    fields: { kind: ['type'], text: ['query', 'search', 'pattern', 'about'] },
  },
  effect: 'read',
  danger: false,
  evidence: null,
  route: { quiet: true },
  paths: () => [],
  describe: ({ kind, text }) =>
    `list evidence${kind ? ` of kind ${kind}` : ''}${text ? ` about ${text}` : ''}`,

  async run({ kind: given, text }, { listStored }) {
    const wanted = given?.trim().toLowerCase()
    const kind = EVIDENCE_KINDS.find((one) => one === wanted)
    if (wanted && kind === undefined) {
      const near = nearestNames(wanted, EVIDENCE_KINDS)
      const hint = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`
      return fail(`There is no kind "${given}".${hint} Kinds: ${EVIDENCE_KINDS.join(', ')}.`)
    }
    const rows = listStored?.({ kind, text, limit: MOST_ROWS + 1 }) ?? []
    if (rows.length === 0) return { ok: true, text: 'There is no such evidence yet.' }
    const lines = rows.slice(0, MOST_ROWS).map(({ id, kind, subject, summary }) => {
      const said = `${subject}: ${summary}`.replace(/\s+/g, ' ')
      return `${id} ${kind} ${said.length > LINE_CHARS ? `${said.slice(0, LINE_CHARS - 1)}…` : said}`
    })
    const more = rows.length > MOST_ROWS ? ['… older rows follow. Pass kind or text.'] : []
    return {
      ok: true,
      text: [...lines, ...more, 'Call read_file with an id as its path to read one.'].join('\n'),
    }
  },
})

import { type Evidence, estimateTokens } from '#core'
import type { PromptInput, Section } from '../section.js'

const TITLE = 'Edits made so far, newest last:'
const LINE_CHARS = 160
/** A longer diff is not parsed for its line. */
const DIFF_CHARS = 20_000

/** A line for each finished edit, with the file and the new text (docs/design/prompt.md#evidence). */
export const edits: Section = {
  name: 'edits',
  order: 30,
  share: 0.12,
  atStart: false,
  render(input, budgetTokens) {
    const seen = new Set<string>()
    const kept: string[] = []
    let used = estimateTokens(TITLE)
    for (const row of input.evidence) {
      if (row.kind !== 'edit_applied') continue
      const text = newText(row, input)
      const key = `${row.subject} ${text}`
      if (seen.has(key)) continue
      seen.add(key)
      const line = `${row.id} ${row.subject}: ${text}`
      used += estimateTokens(line) + 1
      if (used > budgetTokens) break
      kept.push(line)
    }
    return kept.length === 0 ? '' : [TITLE, ...kept.reverse()].join('\n')
  },
}

/** The first added lines of its diff; for a removal, the removed ones. */
function newText(row: Evidence, { payload }: PromptInput): string {
  const body = payload(row).slice(0, DIFF_CHARS).split('\n').slice(2)
  const said = (mark: string) =>
    body.filter((line) => line.startsWith(mark) && /[\p{L}\p{N}]/u.test(line)).slice(0, 2)
  const lines = said('+').length > 0 ? said('+') : said('-')
  return lines
    .map((line) => line.replace(/\s+/g, ' '))
    .join(' ')
    .slice(0, LINE_CHARS)
}

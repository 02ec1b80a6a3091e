import { type Evidence, estimateTokens } from '#core'
import type { Section } from '../section.js'

/** One line for each evidence row, in order of time. The oldest rows are omitted first. */
export const stepLog: Section = {
  name: 'step_log',
  order: 50,
  share: 0.3,
  atStart: false,
  render({ evidence }, budgetTokens) {
    const kept: string[] = []
    let used = 16
    for (const row of evidence) {
      const text = logLine(row)
      used += estimateTokens(text) + 1
      if (used > budgetTokens) break
      kept.push(text)
    }
    if (kept.length === 0) return ''
    const left = evidence.length - kept.length
    const title = left > 0 ? `Done so far (${left} older rows are in the ledger):` : 'Done so far:'
    return [title, ...kept.reverse()].join('\n')
  },
}

function logLine(row: Evidence): string {
  return `${row.id} ${row.kind} ${row.summary.replace(/\s+/g, ' ')}`
}

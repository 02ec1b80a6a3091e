import { type Evidence, estimateTokens } from '#core'
import { describeRow } from '../facts/describe_row.js'
import type { Section } from '../input/section.js'

/** What one or more equal rows say, at the place of the newest of them. */
interface Entry {
  id: string
  text: string
  count: number
}

/** One line for each call, in order of time; equal ones are one line. The oldest are omitted first. */
export const stepLog: Section = {
  name: 'step_log',
  order: 50,
  begins: 'Done so far',
  share: 0.18,
  least: 80,
  atStart: false,
  render({ evidence }, budgetTokens) {
    const entries = mergeRows(withoutOldLooks(evidence).filter((row) => !isListed(row)))
    const kept: string[] = []
    let used = 16
    for (const entry of entries) {
      const text = logLine(entry)
      used += estimateTokens(text) + 1
      if (used > budgetTokens) break
      kept.push(text)
    }
    if (kept.length === 0) return ''
    const left = entries.length - kept.length
    const title = left > 0 ? `Done so far (${left} older lines are in the ledger):` : 'Done so far:'
    return [title, ...kept.reverse()].join('\n')
  },
}

/** Other sections have it: an edit, a note of the model. */
function isListed({ kind, facts }: Evidence): boolean {
  return kind === 'edit_applied' || (kind === 'decision' && facts.author !== 'user')
}

/** The file that a row looked at, or changed; null: another one, or several. */
function fileOf({ facts }: Evidence): string | null {
  return typeof facts.path === 'string' ? facts.path : null
}

/** Without looks at files that were edited afterwards: the edit says more. */
function withoutOldLooks(rows: readonly Evidence[]): Evidence[] {
  const edited = new Set<string>()
  return rows.filter((row) => {
    const file = fileOf(row)
    if (file === null) return true
    if (row.kind === 'edit_applied') edited.add(file)
    return row.kind === 'edit_applied' || !edited.has(file)
  })
}

/** Newest first. Reads of one version of a file are one entry with all their lines. */
function mergeRows(rows: readonly Evidence[]): Entry[] {
  const entries = new Map<string, Entry & { reads: Evidence[] }>()
  for (const row of rows) {
    const path = rangeOf(row) === null ? null : row.facts.path
    const key = path === null ? describeRow(row) : `${path} ${row.facts.hash}`
    const known = entries.get(key)
    const text = () => (path === null ? key : describeRow(row))
    if (known === undefined) entries.set(key, { id: row.id, text: text(), count: 1, reads: [row] })
    else {
      known.count += 1
      known.reads.push(row)
    }
  }
  return [...entries.values()].map((entry) => {
    const [first] = entry.reads
    if (first === undefined || rangeOf(first) === null || entry.reads.length === 1) return entry
    const { path, total } = first.facts
    const ranges = joinRanges(entry.reads.flatMap((row) => rangeOf(row) ?? []))
    const text = `read ${path} ${ranges.map(({ from, to }) => `${from}-${to}`).join(', ')} of ${total}`
    return { ...entry, text }
  })
}

function logLine({ id, text, count }: Entry): string {
  return `${id} ${text}${count > 1 ? ` (×${count})` : ''}`
}

interface Range {
  from: number
  to: number
}

/** The lines that a read showed; null for rows of other calls. */
function rangeOf({ kind, summary, facts }: Evidence): Range | null {
  if (!summary.startsWith('read ')) return null
  const [, from, to] = /^(\d+)-(\d+)$/.exec(String(facts.lines ?? '')) ?? []
  if (kind !== 'file_read' || from === undefined || typeof facts.total !== 'number') return null
  return { from: Number(from), to: Number(to) }
}

/** Ranges that touch are one. */
function joinRanges(ranges: readonly Range[]): Range[] {
  const joined: Range[] = []
  for (const { from, to } of [...ranges].sort((a, b) => a.from - b.from || a.to - b.to)) {
    const last = joined.at(-1)
    if (last !== undefined && from <= last.to + 1) last.to = Math.max(last.to, to)
    else joined.push({ from, to })
  }
  return joined
}

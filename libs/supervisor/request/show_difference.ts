import type { Outcome } from '#core'
import { changedLines } from '#workspace'

/** A longer read is shown whole, and so is one of which a larger part is new (row 87). */
const MOST_LINES = 2_000
const MOST_SHARE = 0.7
/** Lines beside a change. */
const CONTEXT = 3
/** What begins the words of a cut result, and of a result that is such a difference. */
const NOTE = /^… /m

/**
 * What a read of a changed file shows while the prompt still has its text from before: the new text of the changed
 * places, line by line as it is in the file, so that old_str can be copied from it (row 87).
 * @param earlier  the result that is in the prompt, and its ids
 * @returns null where the whole text is shown
 */
export function showDifference(
  { ok, text, evidence }: Outcome,
  earlier: { ids: string; text: string },
): string | null {
  const [row] = evidence
  if (!ok || evidence.length !== 1 || row?.kind !== 'file_read') return null
  const first = /^(\d+)-/.exec(String(row.facts.lines))?.[1]
  const [title = '', ...now] = text.split('\n')
  const [, ...before] = earlier.text.replace(/\n\[aircoder\] [\s\S]*$/, '').split('\n')
  if (first === undefined || now.length > MOST_LINES || before.length > MOST_LINES) return null
  if (NOTE.test(text) || NOTE.test(earlier.text)) return null
  const changed = changedLines(toBytes(before), toBytes(now))
  const regions = regionsOf(changed, now.length)
  if (regions.length === 0) return null
  const shown = regions.flatMap(({ from, to }) => [
    `… lines ${Number(first) + from - 1}-${Number(first) + to - 1}:`,
    ...now.slice(from - 1, to),
  ])
  const body = [`${title}, as ${earlier.ids} above but for these lines:`, ...shown].join('\n')
  return body.length > text.length * MOST_SHARE ? null : body
}

interface Region {
  from: number
  to: number
}

/** The changed lines with their context; places that touch are one. */
function regionsOf(changed: ReadonlySet<number>, most: number): Region[] {
  const regions: Region[] = []
  for (const line of [...changed].sort((a, b) => a - b)) {
    const from = Math.max(1, line - CONTEXT)
    const to = Math.min(most, line + CONTEXT)
    const last = regions.at(-1)
    if (last !== undefined && from <= last.to + 1) last.to = Math.max(last.to, to)
    else if (from <= to) regions.push({ from, to })
  }
  return regions
}

function toBytes(lines: readonly string[]): Buffer {
  return Buffer.from(lines.map((line) => `${line}\n`).join(''))
}

import { estimateTokens } from '#core'

/** Lines of a file that are shown together, counted from 1. */
export interface Run {
  first: number
  lines: string[]
}

/** A line that is longer is minified or data. */
const LINE_CHARS = 300
/** Lines around a wanted line. */
const REACH = 4
/** Tokens that the heading of a run takes. */
const HEADING = 14

interface Choice {
  first: number
  aims: ReadonlySet<string>
  budgetTokens: number
  skip?: ((line: string) => boolean) | undefined
}

/**
 * The lines of a file with the most wanted words, with their neighbours as far as they fit; without such lines the
 * first ones. Each run is said by its line numbers, so that no heading claims a line that is not shown.
 * @param first  number of the first line
 * @param aims   words in small letters
 * @param skip   lines that nobody needs any more; absent: none
 */
export function showLines(
  lines: readonly string[],
  { first, aims, budgetTokens, skip = () => false }: Choice,
): Run[] {
  const cost = lines.map((line) => estimateTokens(short(line)) + 1)
  const skipped = new Set(lines.flatMap((line, at) => (skip(line) ? [at] : [])))
  if (skipped.size === 0 && cost.reduce((sum, one) => sum + one, HEADING) <= budgetTokens)
    return [{ first, lines: [...lines] }]
  const hits = lines
    .map((line, at) => ({ at, score: scoreOf(line, aims) }))
    .filter(({ at, score }) => score > 0 && !skipped.has(at))
    .sort((a, b) => b.score - a.score || a.at - b.at)
  const kept = new Set<number>()
  let left = budgetTokens - HEADING
  const keep = (at: number): boolean => {
    const own = cost[at]
    if (own === undefined) return false
    if (kept.has(at) || skipped.has(at)) return true
    const isApart = kept.size > 0 && !kept.has(at - 1) && !kept.has(at + 1)
    const needed = own + (isApart ? HEADING : 0)
    if (needed > left) return false
    left -= needed
    kept.add(at)
    return true
  }
  if (hits.length === 0) for (let at = 0; keep(at); at += 1);
  for (let reach = 0; reach <= REACH; reach += 1)
    for (const { at } of hits) for (const near of [at - reach, at + reach]) keep(near)
  return runsOf(lines, [...kept], first)
}

function runsOf(lines: readonly string[], kept: number[], first: number): Run[] {
  const runs: Run[] = []
  let last = -2
  for (const at of kept.sort((a, b) => a - b)) {
    const line = short(lines[at] ?? '')
    if (at === last + 1) runs.at(-1)?.lines.push(line)
    else runs.push({ first: first + at, lines: [line] })
    last = at
  }
  return runs
}

/** How many wanted words a line has. */
export function scoreOf(line: string, aims: ReadonlySet<string>): number {
  const words = line.slice(0, LINE_CHARS).toLowerCase()
  let score = 0
  for (const aim of aims) if (words.includes(aim)) score += 1
  return score
}

export function short(line: string): string {
  return line.length <= LINE_CHARS ? line : `${line.slice(0, LINE_CHARS)}…`
}

import { estimateTokens } from '#core'

/** Lines of a file from `first` to `last`, counted from 1. */
export interface Region {
  first: number
  last: number
}

/** Share of the lines of a region that come before the first wanted line: the header of a function is above its body. */
const BEFORE = 0.35

/**
 * The part of a file around the wanted lines that fits into a budget. Where not all of them fit, the part has the
 * most of them, the first such part of equals.
 * @param lines   the lines of the file
 * @param wanted  line numbers from 1; those outside of `within` do not count
 * @returns null when no wanted line is there
 */
export function aimAt(
  lines: readonly string[],
  wanted: readonly number[],
  { tokens, within }: { tokens: number; within: Region },
): Region | null {
  const inside = wanted.filter((line) => line >= within.first && line <= within.last)
  const places = new Set([...inside].sort((a, b) => a - b))
  const [start] = places
  if (start === undefined) return null
  const cost = costOf(lines, tokens)
  const end = Math.max(...places)
  let best = { from: start, to: start, count: 0 }
  for (const from of places) {
    let used = 0
    let to = from
    let count = 0
    for (let line = from; line <= end; line += 1) {
      used += cost(line)
      if (used > tokens * SPAN) break
      if (!places.has(line)) continue
      to = line
      count += 1
    }
    if (count > best.count) best = { from, to, count: Math.max(1, count) }
  }
  return grow(best, { cost, tokens, within })
}

/** Tokens of a line, counted once; a longer line is cut to the budget. */
function costOf(lines: readonly string[], tokens: number): (line: number) => number {
  const known = new Map<number, number>()
  return (line) => {
    const cost = known.get(line) ?? Math.min(tokens, estimateTokens(`${lines[line - 1] ?? ''}\n`))
    known.set(line, cost)
    return cost
  }
}

/** Share of the budget that the wanted lines and those between them may take: the rest is for their surroundings. */
const SPAN = 0.7

function grow(
  { from, to }: { from: number; to: number },
  { cost, tokens, within }: { cost: (line: number) => number; tokens: number; within: Region },
): Region {
  let [first, last] = [from, to]
  let used = 0
  for (let line = from; line <= to; line += 1) used += cost(line)
  let above = 0
  let below = 0
  for (;;) {
    const mayUp = first > within.first && used + cost(first - 1) <= tokens
    const mayDown = last < within.last && used + cost(last + 1) <= tokens
    if (!mayUp && !mayDown) return { first, last }
    const isUp = mayUp && (!mayDown || above <= (above + below) * BEFORE)
    const taken = cost(isUp ? first - 1 : last + 1)
    used += taken
    if (isUp) [first, above] = [first - 1, above + taken]
    else [last, below] = [last + 1, below + taken]
  }
}

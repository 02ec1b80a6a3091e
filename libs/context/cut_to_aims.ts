import { estimateTokens } from '#core'
import { fitText } from './fit.js'

/** `[e7 e8] ` at the beginning of a result. */
const LABEL = /^\[(e\d+)(?: e\d+)*\] /
/** A line that is longer is minified or data. */
const LINE_CHARS = 300

/** The evidence ids that a result begins with. */
export function idsOf(content: string): string[] {
  const label = LABEL.exec(content)?.[0] ?? ''
  return label.match(/e\d+/g) ?? []
}

/**
 * Cuts the text of a result to the lines that hold the wanted words, each with its neighbours, and says how to
 * see the rest. The first line stays. The same input gives the same bytes.
 * @param aims  words in small letters
 */
export function cutToAims(
  content: string,
  aims: ReadonlySet<string>,
  budgetTokens: number,
): string {
  if (estimateTokens(content) <= budgetTokens) return content
  const lines = content.split('\n')
  const id = LABEL.exec(content)?.[1]
  const end = (left: number) =>
    `… ${left} lines left out.${id === undefined ? '' : ` Call read_file with path ${id} to see them.`}`
  const hits = lines
    .map((line, at) => ({ at, score: scoreOf(line, aims) }))
    .filter(({ at, score }) => at > 0 && score > 0)
    .sort((a, b) => b.score - a.score || a.at - b.at)
  if (hits.length === 0) return fitText(content, budgetTokens)
  const kept = new Set([0])
  let left = budgetTokens - costOf(lines[0]) - estimateTokens(end(lines.length))
  // The lines themselves come first, then what is around them.
  for (const reach of [0, 1, 2]) {
    for (const { at } of hits) {
      for (const near of reach === 0 ? [at] : [at - reach, at + reach]) {
        const cost = costOf(lines[near])
        if (kept.has(near) || lines[near] === undefined || cost > left) continue
        kept.add(near)
        left -= cost
      }
    }
  }
  const shown = [...kept].sort((a, b) => a - b)
  const parts = shown.flatMap((at, index) => [
    ...(index > 0 && at - (shown[index - 1] ?? at) > 1 ? ['…'] : []),
    short(lines[at] ?? ''),
  ])
  return [...parts, end(lines.length - shown.length)].join('\n')
}

/** How many wanted words a line has. */
function scoreOf(line: string, aims: ReadonlySet<string>): number {
  const words = line.slice(0, LINE_CHARS).toLowerCase()
  let score = 0
  for (const aim of aims) if (words.includes(aim)) score += 1
  return score
}

function costOf(line = ''): number {
  // With the mark of a gap.
  return estimateTokens(short(line)) + 2
}

function short(line: string): string {
  return line.length <= LINE_CHARS ? line : `${line.slice(0, LINE_CHARS)}…`
}

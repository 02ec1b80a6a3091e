import { estimateTokens } from '#core'
import { fitText } from './fit.js'
import { type Run, scoreOf, short, showLines } from './show_lines.js'

/** `[e7 e8] ` at the beginning of a result. */
const LABEL = /^\[(e\d+)(?: e\d+)*\] /
/** The first line of a read. */
const READ = /^(\[e\d+(?: e\d+)*\] )?(.+) lines (\d+)-(\d+) of (\d+)$/

/** The evidence ids that a result begins with. */
export function idsOf(content: string): string[] {
  const label = LABEL.exec(content)?.[0] ?? ''
  return label.match(/e\d+/g) ?? []
}

/**
 * Cuts the text of a result to the lines that hold the wanted words, each with its neighbours, and says what is left
 * out and how to see it. The same input gives the same bytes.
 * @param aims  words in small letters
 */
export function cutToAims(
  content: string,
  aims: ReadonlySet<string>,
  budgetTokens: number,
): string {
  if (estimateTokens(content) <= budgetTokens) return content
  const lines = content.split('\n')
  const read = READ.exec(lines[0] ?? '')
  if (read !== null) return cutRead(read, lines.slice(1), { aims, budgetTokens })
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

/** A read says by its line numbers what is shown: a line that is not there must not look as if it were. */
function cutRead(
  [, label = '', name = '', from = '', to = '', total = '']: string[],
  lines: readonly string[],
  { aims, budgetTokens }: { aims: ReadonlySet<string>; budgetTokens: number },
): string {
  const first = Number(from)
  const body = lines.slice(0, Number(to) - first + 1)
  const id = /e\d+/.exec(label)?.[0]
  const reopen = id === undefined ? '' : ` read_file with path ${id} shows them.`
  const budget = budgetTokens - estimateTokens(`${label}${reopen}`) - END_TOKENS
  const runs = showLines(body, { first, aims, budgetTokens: budget })
  if (runs.length === 0)
    return `${label}${name} ${from}-${to} of ${total} was read here. Its lines are left out.${reopen}`
  const shown = runs.flatMap((run, at) => [
    `${at === 0 ? label : ''}${name} lines ${rangeOf(run)} of ${total}`,
    ...run.lines,
  ])
  return [...shown, `… The other lines of ${from}-${to} are left out.${reopen}`].join('\n')
}

const END_TOKENS = 14

/** `3-9`, as headings name lines. */
export function rangeOf({ first, lines }: Run): string {
  return `${first}-${first + lines.length - 1}`
}

function costOf(line = ''): number {
  // With the mark of a gap.
  return estimateTokens(short(line)) + 2
}

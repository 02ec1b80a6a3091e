import { estimateTokens } from '#core'

/** Part of the cap that the beginning of a text gets unless the caller knows better. */
const HEAD_SHARE = 0.6
/** A line above this part of the cap is cut inside, so that one line cannot push out all others. */
const LINE_SHARE = 0.25
/** No text of use has more characters a token; what is longer is not measured as a whole. */
const CHARS_PER_TOKEN = 16
/** For results whose evidence keeps the whole: each begins with its id. */
export const REOPEN = 'To see them, call read_file with the id of this result as its path.'
/** Of a cut line at least this much stays. */
const LINE_CHARS = 20

interface CutStyle {
  more: string
  headShare: number
}

/**
 * Cuts a tool result to its cap: the head and the tail stay, on line boundaries, and a line between
 * them says how many lines were left out and how to get them. A text that fits stays as it is.
 * Costs what is kept, not what comes in.
 * @param tokens  the cap, as `estimateTokens` counts
 * @param how     `more`: what to do for the rest, one sentence; `headShare`: the head's part, 0..1
 */
export function cutResult(text: string, tokens: number, how: Partial<CutStyle> = {}): string {
  if (fits(text, tokens)) return text
  const style = { more: 'Narrow the call to see them.', headShare: HEAD_SHARE, ...how }
  const lines = text.split('\n')
  let budget = tokens - estimateTokens(gap(lines.length, style.more))
  for (;;) {
    const cut = join(lines, budget, Math.floor(tokens * LINE_SHARE), style)
    // Estimates of lines do not add up exactly to the estimate of the whole.
    if (budget <= 0 || fits(cut, tokens)) return cut
    budget = Math.floor(budget * 0.9) - 1
  }
}

/**
 * The first lines that fit into a cap.
 * @returns how many, at least 1 where there are lines at all
 */
export function countFitting(lines: readonly string[], tokens: number): number {
  const count = takeWithin(lines, tokens, tokens).length
  return Math.min(lines.length, Math.max(1, count))
}

/** Cuts one line inside when it alone is above the cap. */
export function cutLine(line: string, tokens: number): string {
  if (fits(line, tokens)) return line
  const sample = line.slice(0, tokens * CHARS_PER_TOKEN)
  const charsPerToken = sample.length / Math.max(1, estimateTokens(sample))
  const keep = Math.max(LINE_CHARS, Math.floor((tokens - LINE_CHARS) * charsPerToken))
  const left = line.length - keep
  if (left <= 0) return line
  const head = Math.ceil(keep * HEAD_SHARE)
  return `${line.slice(0, head)} … ${left} characters left out … ${line.slice(head + left)}`
}

function fits(text: string, tokens: number): boolean {
  return text.length <= tokens * CHARS_PER_TOKEN && estimateTokens(text) <= tokens
}

function join(lines: readonly string[], budget: number, lineTokens: number, style: CutStyle) {
  const head = takeWithin(lines, budget * style.headShare, lineTokens)
  const after = lines.slice(head.length).reverse()
  const tail = takeWithin(after, budget * (1 - style.headShare), lineTokens).reverse()
  const left = after.length - tail.length
  return [...head, ...(left > 0 ? [gap(left, style.more)] : []), ...tail].join('\n')
}

function gap(left: number, more: string): string {
  return `… ${left} lines left out. ${more}`
}

/** Lines from the first on, each cut to its own cap, until the budget is spent. */
function takeWithin(lines: readonly string[], budget: number, lineTokens: number): string[] {
  const taken: string[] = []
  let spent = 0
  for (const line of lines) {
    const cut = cutLine(line, lineTokens)
    spent += estimateTokens(`${cut}\n`)
    if (spent > budget) break
    taken.push(cut)
  }
  return taken
}

import { estimateTokens } from '#core'

/** Default share of the cap for the beginning of a text. */
const HEAD_SHARE = 0.6
/** A line above this share of the cap is cut in its middle, so that one line cannot use all the space. */
const LINE_SHARE = 0.25
/** Upper bound of characters per token: a longer text exceeds the cap without an exact count. */
const CHARS_PER_TOKEN = 16
/** For results whose evidence has the whole text; each result begins with its id. */
export const REOPEN = 'To see them, call read_file with the id of this result as its path.'
/** A cut line keeps at least this many characters. */
const LINE_CHARS = 20

interface CutStyle {
  more: string
  headShare: number
}

/**
 * Cuts a tool result to its cap at line boundaries. The head and the tail stay; a line between them says
 * how many lines were left out and how to get them. A text that fits stays as it is.
 * The time depends on the part that is kept, not on the length of the text.
 * @param tokens  the cap, as `estimateTokens` counts
 * @param how     `more`: how to get the rest, one sentence; `headShare`: share of the head, 0..1
 */
export function cutResult(text: string, tokens: number, how: Partial<CutStyle> = {}): string {
  if (fits(text, tokens)) return text
  const style = { more: 'Narrow the call to see them.', headShare: HEAD_SHARE, ...how }
  const lines = text.split('\n')
  let budget = tokens - estimateTokens(gap(lines.length, style.more))
  for (;;) {
    const cut = join(lines, budget, Math.floor(tokens * LINE_SHARE), style)
    // The sum of the estimates per line differs from the estimate of the whole text.
    if (budget <= 0 || fits(cut, tokens)) return cut
    budget = Math.floor(budget * 0.9) - 1
  }
}

/**
 * Counts the first lines that fit into a cap.
 * @returns at least 1, unless there are no lines
 */
export function countFitting(lines: readonly string[], tokens: number): number {
  const count = takeWithin(lines, tokens, tokens).length
  return Math.min(lines.length, Math.max(1, count))
}

/** Cuts a line in its middle when it is above the cap. */
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

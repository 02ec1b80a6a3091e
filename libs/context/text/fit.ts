import { estimateTokens } from '#core'

/** Keeps whole lines from the start while they fit, and adds how many were omitted. */
export function fitLines(lines: readonly string[], budgetTokens: number): string {
  const kept: string[] = []
  let used = 0
  for (const line of lines) {
    used += estimateTokens(line) + 1
    if (used > budgetTokens) break
    kept.push(line)
  }
  const left = lines.length - kept.length
  return left > 0 && kept.length > 0
    ? `${kept.join('\n')}\n(${left} more lines in the ledger)`
    : kept.join('\n')
}

/** Keeps the start and end of a text within a budget. Cuts at line ends where there are any. */
export function fitText(text: string, budgetTokens: number): string {
  const tokens = estimateTokens(text)
  if (tokens <= Math.max(0, budgetTokens)) return text
  let keep = Math.floor((text.length * Math.max(0, budgetTokens - 12)) / tokens)
  // The kept text may have more tokens per character, such as Japanese before a long line of code.
  for (;;) {
    const short = cutMiddle(text, keep)
    if (keep === 0 || estimateTokens(short) <= budgetTokens) return short
    keep = Math.floor(keep * 0.8)
  }
}

function cutMiddle(text: string, keep: number): string {
  const head = cutBack(text.slice(0, Math.ceil(keep * 0.6)))
  const tail = cutForward(text.slice(text.length - Math.floor(keep * 0.4)))
  return `${head}\n… ${text.length - head.length - tail.length} characters omitted …\n${tail}`
}

function cutBack(text: string): string {
  const at = text.lastIndexOf('\n')
  return at > text.length / 2 ? text.slice(0, at) : text
}

function cutForward(text: string): string {
  const at = text.indexOf('\n')
  return at >= 0 && at < text.length / 2 ? text.slice(at + 1) : text
}

/** Lengths of a pattern, and the number of occurrences that make a loop (row 53). */
const LENGTHS = [50, 80, 120]
const REPEATS = 3

/**
 * The fixed rule that ours is compared with: the last 50, 80 or 120 characters occur three times in a row.
 * @returns the index of the detection; null without one
 */
export function fixedRule(text: string): number | null {
  /** For each length: how many characters in a row equal the ones that far before them. */
  const runs = LENGTHS.map(() => 0)
  for (let at = 0; at < text.length; at += 1)
    for (const [index, length] of LENGTHS.entries()) {
      const equal = at >= length && text.charCodeAt(at) === text.charCodeAt(at - length)
      const run = equal ? (runs[index] ?? 0) + 1 : 0
      runs[index] = run
      if (run >= (REPEATS - 1) * length) return at + 1
    }
  return null
}

/** The other reading of the row: the last 50 characters occurred three times at any places. */
export function fixedRuleAnywhere(text: string): number | null {
  const seen = new Map<string, number>()
  const length = LENGTHS[0] ?? 0
  for (let at = length; at <= text.length; at += 1) {
    const part = text.slice(at - length, at)
    const times = (seen.get(part) ?? 0) + 1
    if (times >= REPEATS) return at
    seen.set(part, times)
  }
  return null
}

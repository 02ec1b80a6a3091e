/** Lengths of pattern, and how often one must come, as row 53 has it. */
const LENGTHS = [50, 80, 120]
const REPEATS = 3

/**
 * The fixed rule beside which ours is measured: the last 50, 80 or 120 characters occur three times,
 * one behind the other.
 * @returns where it was broken, or null
 */
export function fixedRule(text: string): number | null {
  /** For each length: how many characters in a row equal those so far before them. */
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

/** The other reading of the row: the last 50 characters came three times, wherever that was. */
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

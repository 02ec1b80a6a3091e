/** How the calls of one tool ended in one session, for one kind of task. */
export interface ToolCount {
  tool: string
  /** Sessions since then; 0: the newest. */
  age: number
  good: number
  failed: number
}

/** A tool's chance to work, and the calls that it was learned from. */
export interface ToolScore {
  tool: string
  score: number
  good: number
  calls: number
}

/** Numbers of row 65: what a session counts less than the next one, the bonus of a tool that is new, the most. */
const DECAY = 0.98
const BONUS = 0.15
const MOST = 0.95
/** A tool with fewer calls is not recommended, and neither is one that is not better by this. */
const LEAST_CALLS = 5
const LEAST_GAIN = 0.25

/**
 * Scores from the calls of all sessions: success / (success + failure + 2), older sessions counting less, with a bonus
 * that gets smaller with each call. Pure, so that the same rows give the same hint.
 */
export function scoreTools(counts: readonly ToolCount[]): ToolScore[] {
  const names = [...new Set(counts.map(({ tool }) => tool))].sort()
  return names.map((tool) => {
    const own = counts.filter((count) => count.tool === tool)
    const sum = (of: (count: ToolCount) => number) =>
      own.reduce((all, count) => all + of(count) * DECAY ** count.age, 0)
    const good = sum((count) => count.good)
    const calls = good + sum((count) => count.failed)
    const score = Math.min(MOST, good / (calls + 2) + BONUS / (1 + calls))
    const whole = own.reduce((all, count) => all + count.good, 0)
    const made = own.reduce((all, count) => all + count.good + count.failed, 0)
    return { tool, score, good: whole, calls: made }
  })
}

/** The tool of these that works much better than `tool`; null: none is known to. */
export function betterThan(tool: string, scores: readonly ToolScore[]): ToolScore | null {
  const own = scores.find((one) => one.tool === tool)
  if (own === undefined) return null
  const known = scores.filter(
    ({ calls, score }) => calls >= LEAST_CALLS && score >= own.score + LEAST_GAIN,
  )
  return known.sort((a, b) => b.score - a.score || (a.tool < b.tool ? -1 : 1))[0] ?? null
}

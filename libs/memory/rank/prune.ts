/** What fills a context, from the most to the least kept. */
export type PrunableType =
  | 'system'
  | 'task_state'
  | 'user'
  | 'assistant'
  | 'tool_result'
  | 'code'
  | 'graph'

export interface Prunable {
  id: string
  type: PrunableType
  tokens: number
  /** Milliseconds since 1970: when it was last used. */
  timestamp: number
  /** It belongs to the current task. */
  isCurrent?: boolean
  /** How many other items refer to it. */
  dependents?: number
}

/** Numbers of the design's row 106. */
const TYPE_WEIGHTS: Record<PrunableType, number> = {
  system: 100,
  task_state: 2,
  user: 1.5,
  assistant: 1.2,
  tool_result: 0.8,
  code: 0.7,
  graph: 0.6,
}
const HALF_LIFE_MS = 3_600_000
const CURRENT_FACTOR = 2
const DEPENDENT_BONUS = 0.2
const WINDOW_TOKENS = 120_000
const FULL_SHARE = 0.8
const DROP_SHARE = 0.3

/** How much an item is worth: its type, halved every hour, doubled in the current task, +0.2 for each dependent. */
export function relevanceOf(item: Prunable, now: number): number {
  const age = Math.max(0, now - item.timestamp)
  const current = item.isCurrent ? CURRENT_FACTOR : 1
  const faded = TYPE_WEIGHTS[item.type] * 2 ** (-age / HALF_LIFE_MS) * current
  return faded + DEPENDENT_BONUS * (item.dependents ?? 0)
}

/**
 * Drops the least relevant items when a context is 80 % full: 30 % of its tokens. System items always stay.
 * @returns the items in their order; `dropped` is empty while there is room
 */
export function pruneByRelevance<T extends Prunable>(
  items: readonly T[],
  { now, windowTokens = WINDOW_TOKENS }: { now: number; windowTokens?: number },
): { kept: T[]; dropped: T[] } {
  const total = items.reduce((sum, item) => sum + item.tokens, 0)
  if (total < windowTokens * FULL_SHARE) return { kept: [...items], dropped: [] }
  const worst = items
    .filter((item) => item.type !== 'system')
    .map((item) => ({ item, worth: relevanceOf(item, now) }))
    .sort((a, b) => a.worth - b.worth || a.item.timestamp - b.item.timestamp)
  const gone = new Set<T>()
  let freed = 0
  for (const { item } of worst) {
    if (freed >= total * DROP_SHARE) break
    gone.add(item)
    freed += item.tokens
  }
  return {
    kept: items.filter((item) => !gone.has(item)),
    dropped: items.filter((item) => gone.has(item)),
  }
}

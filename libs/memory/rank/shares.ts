/** A source with its share of the budget, its items best first. */
export interface ShareSource<T> {
  share: number
  items: readonly T[]
}

/**
 * Fills a budget from several sources. A source gets its share and what the sources before it left over; what is left at
 * the end is given out once more in the same order. An item that does not fit is skipped for a smaller one.
 * @param sources  their shares add up to 100
 * @returns        the chosen items of each source, in the order of the sources
 */
export function fillShares<T extends { tokens: number }>(
  sources: readonly ShareSource<T>[],
  budgetTokens: number,
): T[][] {
  let carried = 0
  const chosen: T[][] = sources.map(() => [])
  const taken = new Set<T>()
  const fill = (items: readonly T[], into: T[] | undefined, most: number): number => {
    let left = most
    for (const item of items) {
      if (item.tokens > left || taken.has(item)) continue
      taken.add(item)
      into?.push(item)
      left -= item.tokens
    }
    return left
  }
  sources.forEach(({ share, items }, at) => {
    carried = fill(items, chosen[at], Math.floor((budgetTokens * share) / 100) + carried)
  })
  sources.forEach(({ items }, at) => {
    carried = fill(items, chosen[at], carried)
  })
  return chosen
}

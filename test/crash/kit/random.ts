/** Numbers that a seed decides, so that a red run can be had again. */
export interface Random {
  /** 0 to below 1. */
  next(): number
  /** A whole number, both ends included. */
  between(from: number, to: number): number
  pick<T>(items: readonly T[]): T
  /** Picks by weight: [weight, item]. */
  weigh<T>(items: readonly (readonly [number, T])[]): T
}

/** A generator of Tommy Ettinger's mulberry32 kind: 32 bits of state, plenty for choosing moments. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(next() * items.length)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }
  return {
    next,
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick,
    weigh(items) {
      let left = next() * items.reduce((sum, [weight]) => sum + weight, 0)
      for (const [weight, item] of items) {
        left -= weight
        if (left < 0) return item
      }
      return pick(items)[1]
    },
  }
}

import type { FileEntry, Store } from '../store/entry.js'

/** Which file uses names that another one defines. */
export interface Graph {
  /** In the order of their paths. */
  files: readonly FileEntry[]
  /** For each file: its targets and the share of its weight that goes to each. */
  targets: readonly Uint32Array[]
  shares: readonly Float64Array[]
}

/** A name that more files define does not tell where it comes from. */
const MOST_DEFINERS = 12
/** Shorter names are too common. */
const SHORTEST = 3
const LONG_NAME = /[a-z][A-Z]|[A-Za-z]_[A-Za-z]/
const DAMPING = 0.85
const ROUNDS = 20

/** Builds the graph of definitions and uses. */
export function buildGraph({ files: all, names }: Store): Graph {
  const files = [...all.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
  const definers = new Map<number, number[]>()
  files.forEach(({ defines }, index) => {
    for (const name of defines) {
      const known = definers.get(name)
      if (known === undefined) definers.set(name, [index])
      else known.push(index)
    }
  })
  const worth = new Map<number, number>()
  for (const [name, places] of definers) {
    const text = names.texts[name] ?? ''
    if (text.length < SHORTEST || places.length > MOST_DEFINERS) continue
    const length = text.length >= 8 && LONG_NAME.test(text) ? 3 : 1
    const privacy = text.startsWith('_') ? 0.1 : 1
    worth.set(name, (length * privacy) / places.length)
  }
  const targets: Uint32Array[] = []
  const shares: Float64Array[] = []
  files.forEach(({ words }, index) => {
    const edges = new Map<number, number>()
    for (let at = 0; at < words.length; at += 2) {
      const name = words[at] ?? 0
      const value = worth.get(name)
      if (value === undefined) continue
      const weight = value * Math.sqrt(words[at + 1] ?? 1)
      for (const target of definers.get(name) ?? [])
        if (target !== index) edges.set(target, (edges.get(target) ?? 0) + weight)
    }
    const sum = [...edges.values()].reduce((total, weight) => total + weight, 0)
    targets.push(Uint32Array.from(edges.keys()))
    shares.push(Float64Array.from(edges.values(), (weight) => weight / sum))
  })
  return { files, targets, shares }
}

/**
 * Personalised PageRank by power iteration: how much of the weight of `start` arrives at each file over its uses.
 * @param start  weights of the files that the walk begins at; all equal when they are all zero
 */
export function pageRank({ files, targets, shares }: Graph, start: Float64Array): Float64Array {
  const count = files.length
  if (count === 0) return new Float64Array(0)
  const sum = start.reduce((total, value) => total + value, 0)
  const home = start.map((value) => (sum > 0 ? value / sum : 1 / count))
  let rank = Float64Array.from(home)
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Float64Array(count)
    let lost = 0
    for (let from = 0; from < count; from++) {
      const to = targets[from]
      const share = shares[from]
      const weight = rank[from] ?? 0
      if (to === undefined || share === undefined || to.length === 0) {
        lost += weight
        continue
      }
      for (let edge = 0; edge < to.length; edge++) {
        const target = to[edge] ?? 0
        next[target] = (next[target] ?? 0) + weight * (share[edge] ?? 0)
      }
    }
    for (let at = 0; at < count; at++)
      next[at] =
        (1 - DAMPING) * (home[at] ?? 0) + DAMPING * ((next[at] ?? 0) + lost * (home[at] ?? 0))
    rank = next
  }
  return rank
}

import type { FileEntry, Store } from '../store/entry.js'

/** Which file uses names that another one defines. */
export interface Graph {
  /** In the order of their paths. */
  files: readonly FileEntry[]
  /** Where the edges of each file begin in the two lists below, and behind the last one their number. */
  starts: Uint32Array
  targets: Uint32Array
  /** The share of the weight of a file that goes along the edge. */
  shares: Float64Array
}

/** A name that more files define does not tell where it comes from. */
const MOST_DEFINERS = 12
/** Shorter names are too common. */
const SHORTEST = 3
const LONG_NAME = /[a-z][A-Z]|[A-Za-z]_[A-Za-z]/
const DAMPING = 0.85
const ROUNDS = 20
/** A weight below this moves nothing that a place depends on. */
const LEAST = 1e-9

/** Builds the graph of definitions and uses. */
export function buildGraph({ files: all, names }: Store): Graph {
  const files = [...all.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
  // Name -> the files that define it; none for a name that says nothing.
  const definers: (number[] | undefined)[] = new Array(names.texts.length)
  files.forEach(({ defines }, index) => {
    for (const name of defines) {
      const known = definers[name]
      if (known === undefined) definers[name] = [index]
      else known.push(index)
    }
  })
  const worth = new Float64Array(names.texts.length)
  definers.forEach((places, name) => {
    const text = names.texts[name] ?? ''
    if (places === undefined || text.length < SHORTEST || places.length > MOST_DEFINERS) return
    const length = text.length >= 8 && LONG_NAME.test(text) ? 3 : 1
    const privacy = text.startsWith('_') ? 0.1 : 1
    worth[name] = (length * privacy) / places.length
  })
  // The weight of each target of the file that is looked at; zero between files.
  const edges = new Float64Array(files.length)
  const starts = new Uint32Array(files.length + 1)
  const targets: number[] = []
  const shares: number[] = []
  files.forEach(({ words }, index) => {
    const met: number[] = []
    let sum = 0
    for (let at = 0; at < words.length; at += 2) {
      const name = words[at] ?? 0
      const value = worth[name] ?? 0
      if (value === 0) continue
      const weight = value * Math.sqrt(words[at + 1] ?? 1)
      for (const target of definers[name] ?? []) {
        if (target === index) continue
        if (edges[target] === 0) met.push(target)
        edges[target] = (edges[target] ?? 0) + weight
        sum += weight
      }
    }
    for (const target of met) {
      targets.push(target)
      shares.push((edges[target] ?? 0) / sum)
      edges[target] = 0
    }
    starts[index + 1] = targets.length
  })
  return { files, starts, targets: Uint32Array.from(targets), shares: Float64Array.from(shares) }
}

/**
 * Personalised PageRank by power iteration: how much of the weight of `start` arrives at each file over its uses.
 * @param start  weights of the files that the walk begins at; all equal when they are all zero
 */
export function pageRank(
  { files, starts, targets, shares }: Graph,
  start: Float64Array,
): Float64Array {
  const count = files.length
  if (count === 0) return new Float64Array(0)
  const sum = start.reduce((total, value) => total + value, 0)
  const home = start.map((value) => (sum > 0 ? value / sum : 1 / count))
  let rank = Float64Array.from(home)
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Float64Array(count)
    let lost = 0
    for (let from = 0; from < count; from++) {
      const first = starts[from] ?? 0
      const end = starts[from + 1] ?? 0
      const weight = rank[from] ?? 0
      if (first === end) lost += weight
      // Most files of a large tree have no weight for most tasks.
      if (weight < LEAST) continue
      for (let edge = first; edge < end; edge++) {
        const target = targets[edge] ?? 0
        next[target] = (next[target] ?? 0) + weight * (shares[edge] ?? 0)
      }
    }
    for (let at = 0; at < count; at++)
      next[at] =
        (1 - DAMPING) * (home[at] ?? 0) + DAMPING * ((next[at] ?? 0) + lost * (home[at] ?? 0))
    rank = next
  }
  return rank
}

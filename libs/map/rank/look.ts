import { join } from 'node:path'
import type { Store } from '../store/entry.js'
import { readSource } from '../store/read_file.js'
import type { Tag } from '../tags/tag.js'
import { readQuery } from '../words/query_words.js'
import { buildGraph, type Graph } from './page_rank.js'
import { type Ranker, rankFiles } from './rank_files.js'
import { pickSignatures, type Signature } from './signatures.js'

/** A file of the map. */
export interface MapFile {
  path: string
  /** Ranker -> place in its list. */
  places: Partial<Record<Ranker, number>>
  score: number
  /** In the order of their lines. */
  signatures: Signature[]
}

/** Files beyond this have no signatures. */
const WITH_SIGNATURES = 25

export interface LookOptions {
  root: string
  /** Files that are returned. */
  most: number
  only?: readonly Ranker[] | undefined
}

/** A view of one state of the store; the graph is built once for all questions. */
export interface Lookout {
  rank(text: string, options: LookOptions): { files: MapFile[]; matched: boolean }
}

export function createLookout(store: Store): Lookout {
  let graph: Graph | undefined
  return {
    rank(text, { root, most, only }) {
      graph ??= buildGraph(store)
      const query = readQuery(text)
      const ranked = rankFiles({ store, graph, query, only })
      const rarity = rarityIn(store, query.words.keys())
      const files = ranked
        .filter(({ score }) => score > 0)
        .slice(0, most)
        .map(({ entry, score, places }, rank) => {
          const { path } = entry
          if (rank >= WITH_SIGNATURES) return { path, score, places, signatures: [] }
          const tags = JSON.parse(entry.tags) as Tag[]
          const read = tags.length === 0 ? null : readSource(join(root, path))
          const text = read?.ok ? read.text : null
          return {
            path,
            score,
            places,
            signatures: pickSignatures({ rank, tags, text, query, rarity }),
          }
        })
      const matched = files.some(
        ({ places }) => places.words !== undefined || places.named !== undefined,
      )
      return { files, matched }
    },
  }
}

/** How rare each word is among the files. */
function rarityIn({ files, names }: Store, words: Iterable<string>): (word: string) => number {
  const ids = new Map([...words].map((word) => [word, names.findWord(word)]))
  const having = new Map<number, number>()
  const wanted = new Set(ids.values())
  const carriers = new Map<number, number[]>()
  names.parts.forEach((parts, name) => {
    const found = [...parts].filter((part) => wanted.has(part))
    if (found.length > 0) carriers.set(name, found)
  })
  for (const { words: pairs } of files.values()) {
    const seen = new Set<number>()
    for (let at = 0; at < pairs.length; at += 2)
      for (const word of carriers.get(pairs[at] ?? 0) ?? []) seen.add(word)
    for (const word of seen) having.set(word, (having.get(word) ?? 0) + 1)
  }
  const total = files.size
  return (word) => {
    const docs = having.get(ids.get(word) ?? -1) ?? 0
    return Math.log(1 + (total - docs + 0.5) / (docs + 0.5))
  }
}

import type { FileEntry, Store } from '../store/entry.js'
import type { Query } from '../words/query_words.js'
import { fieldScores, type Hits } from './field_scores.js'
import { mentionScores } from './mentions.js'
import { type Graph, pageRank } from './page_rank.js'
import { messageScores, recencyScores } from './past.js'
import { pathFacts } from './path_facts.js'

/** The rankers that are fused. */
export type Ranker = 'words' | 'graph' | 'recent' | 'past' | 'named'

export interface RankedFile {
  entry: FileEntry
  score: number
  /** Ranker -> place in its list, from 1. */
  places: Partial<Record<Ranker, number>>
}

/** Weight of each ranker, and where a place counts half (reciprocal rank: weight / (HALF + place)). */
const WEIGHTS: Record<Ranker, number> = { words: 1, graph: 0.5, recent: 0.3, past: 0.6, named: 2 }
const HALF = 10
/** Places below this add nothing. */
const DEEPEST = 300
/** bench/locate: the demotion of tests is worth more than any ranker. */
const TEST_FACTOR = 0.3
const ASIDE_FACTOR = 0.5

export interface RankInput {
  store: Store
  graph: Graph
  query: Query
  hits: Hits
  /** Only these rankers; all when absent. The benchmark compares them. */
  only?: readonly Ranker[] | undefined
}

/** All files of the store, best first. The same input always gives the same order. */
export function rankFiles({ store, graph, query, hits, only }: RankInput): RankedFile[] {
  const { files } = graph
  const words = fieldScores(files, query, hits)
  const lists: Record<Ranker, Float64Array> = {
    words,
    graph: pageRank(graph, words),
    recent: recencyScores(files, store.history?.commits ?? []),
    past: messageScores(files, store.history?.commits ?? [], query),
    named: mentionScores(files, store.names, query),
  }
  const score = new Float64Array(files.length)
  const places: Partial<Record<Ranker, number>>[] = files.map(() => ({}))
  for (const [ranker, values] of Object.entries(lists) as [Ranker, Float64Array][]) {
    if (only !== undefined && !only.includes(ranker)) continue
    inOrder(values, files).forEach((file, index) => {
      const place = places[file]
      if (index >= DEEPEST || place === undefined) return
      place[ranker] = index + 1
      score[file] = (score[file] ?? 0) + WEIGHTS[ranker] / (HALF + index + 1)
    })
  }
  const ranked = files.map((entry, index) => ({
    entry,
    score: (score[index] ?? 0) * factorOf(entry, query),
    places: places[index] ?? {},
  }))
  return ranked.sort((a, b) => b.score - a.score || byPath(a.entry, b.entry))
}

function factorOf(entry: FileEntry, { aboutTests }: Query): number {
  const { isTest, isAside } = pathFacts(entry)
  if (isTest) return aboutTests ? 1 : TEST_FACTOR
  return isAside ? ASIDE_FACTOR : 1
}

/** Indexes of the files with a value, best first; equal values in the order of their paths. */
function inOrder(values: Float64Array, files: readonly FileEntry[]): number[] {
  const found: number[] = []
  values.forEach((value, index) => {
    if (value > 0) found.push(index)
  })
  const pathOf = (index: number) => files[index]?.path ?? ''
  return found.sort(
    (a, b) => (values[b] ?? 0) - (values[a] ?? 0) || (pathOf(a) < pathOf(b) ? -1 : 1),
  )
}

function byPath(a: FileEntry, b: FileEntry): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0
}

import { join } from 'node:path'
import type { Store } from '../store/entry.js'
import { exactTags, type TagSource } from '../store/exact_tags.js'
import { readSource } from '../store/read_file.js'
import { readQuery } from '../words/query_words.js'
import { hitsOf, rarityOf } from './field_scores.js'
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
  source: TagSource
  /** Files that are returned. */
  most: number
  only?: readonly Ranker[] | undefined
}

/** A view of one state of the store; the graph is built once for all questions. */
export interface Lookout {
  rank(text: string, options: LookOptions): Promise<{ files: MapFile[]; matched: boolean }>
}

export function createLookout(store: Store): Lookout {
  let graph: Graph | undefined
  return {
    async rank(text, { source, most, only }) {
      graph ??= buildGraph(store)
      const query = readQuery(text)
      const hits = hitsOf([...query.words.keys()], store.names)
      const ranked = rankFiles({ store, graph, query, hits, only })
      const rarity = rarityOf(graph.files, query, hits)
      const best = ranked.filter(({ score }) => score > 0).slice(0, most)
      const files: MapFile[] = []
      for (const [rank, { entry, score, places }] of best.entries()) {
        const shown = rank < WITH_SIGNATURES ? await exactTags(entry, source) : []
        const read = shown.length === 0 ? null : readSource(join(source.root, entry.path))
        const text = read?.ok === true ? read.text : null
        const byWords = places.words === undefined ? undefined : places.words - 1
        const signatures = pickSignatures({ rank, byWords, tags: shown, text, query, rarity })
        files.push({ path: entry.path, score, places, signatures })
      }
      const matched = files.some(
        ({ places }) => places.words !== undefined || places.named !== undefined,
      )
      return { files, matched }
    },
  }
}

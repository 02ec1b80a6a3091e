import { hitsOf } from '../rank/field_scores.js'
import { pathFacts } from '../rank/path_facts.js'
import type { FileEntry, Store } from '../store/entry.js'
import { exactTags, type TagSource } from '../store/exact_tags.js'
import { readQuery } from '../words/query_words.js'
import { filesWith } from './find_definitions.js'
import type { SearchHit } from './types.js'

/** Definitions that one search returns, and pairs of a name and a file that are looked at for them. */
const MOST_HITS = 20
const MOST_PAIRS = 60
/** What a word in the path counts beside one in the name, and a definition of a test beside one of a source. */
const PATH_SHARE = 0.3
const TEST_FACTOR = 0.3

/** The definitions whose names fit words best; words in their path count less. */
export async function searchDefinitions(
  store: Store,
  source: TagSource,
  text: string,
): Promise<{ hits: SearchHit[]; unknown: string[] }> {
  const query = readQuery(text)
  const wanted = [...query.words.keys()]
  const hits = hitsOf(wanted, store.names)
  const entries = [...store.files.values()]
  const definers = new Uint32Array(wanted.length)
  const pairs: { id: number; entry: FileEntry; words: readonly number[] }[] = []
  for (const entry of entries)
    for (const id of entry.defines) {
      const place = hits.at[id] ?? 0
      if (place === 0) continue
      const words = hits.words[place - 1] ?? []
      pairs.push({ id, entry, words })
      for (const word of words) definers[word] = (definers[word] ?? 0) + 1
    }
  const rare = Float64Array.from(definers, (count) => Math.log(1 + pairs.length / (count + 0.5)))
  const scored = pairs.map(({ id, entry, words }) => {
    const path = pathFacts(entry)
    const name = store.names.texts[id] ?? ''
    let score = query.names.has(name) ? 10 : 0
    for (const word of words) score += rare[word] ?? 0
    wanted.forEach((word, at) => {
      if (!words.includes(at) && path.words.includes(word)) score += PATH_SHARE * (rare[at] ?? 0)
    })
    return { id, entry, name, score: score * (path.isTest && !query.aboutTests ? TEST_FACTOR : 1) }
  })
  scored.sort(
    (a, b) => b.score - a.score || byText(a.name, b.name) || byText(a.entry.path, b.entry.path),
  )
  const found: SearchHit[] = []
  for (const { id, entry, name } of scored.slice(0, MOST_PAIRS)) {
    if (found.length >= MOST_HITS) break
    const tags = (await exactTags(entry, source)).filter((tag) => tag.name === name)
    if (tags.length === 0) continue
    const usedIn = filesWith(store, id).filter((one) => one !== entry).length
    for (const tag of tags) found.push({ path: entry.path, ...tag, usedIn })
  }
  const unknown = wanted.filter((_, at) => definers[at] === 0)
  return { hits: found.slice(0, MOST_HITS), unknown }
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

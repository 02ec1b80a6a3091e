import type { FileEntry } from '../store/entry.js'
import type { Names } from '../store/names.js'
import type { Query } from '../words/query_words.js'
import { pathFacts } from './path_facts.js'

/** BM25F: how much a word counts in a field, and how much a long field loses. */
const FIELDS = {
  path: { weight: 5, length: 0.4 },
  defines: { weight: 3, length: 0.6 },
  body: { weight: 1, length: 0.75 },
} as const
const SATURATION = 1.5

/** Names of a tree that have words of a query. */
export interface Hits {
  /** Name -> 0, or one more than its place in `words`. */
  at: Uint32Array
  /** Places of words in the query. */
  words: readonly (readonly number[])[]
}

/** Finds the names that have words of the query. */
export function hitsOf(wanted: readonly string[], names: Names): Hits {
  const at = new Uint32Array(names.texts.length)
  const words: number[][] = []
  for (const [name, places] of names.having(wanted)) at[name] = words.push(places)
  return { at, words }
}

/** Fielded BM25 of each file: its path, what it defines, and every name in its text. */
export function fieldScores(files: readonly FileEntry[], query: Query, hits: Hits): Float64Array {
  const wanted = [...query.words.keys()]
  const scores = new Float64Array(files.length)
  if (wanted.length === 0 || files.length === 0) return scores
  const lengths = fieldLengths(files)
  // One row a file: the weighted frequency of each word of the query.
  const table = new Float64Array(files.length * wanted.length)
  const factor = (field: keyof typeof FIELDS, row: number) => {
    const { weight, length } = FIELDS[field]
    const { own, mean } = lengths[field]
    return weight / (1 - length + (length * (own[row] ?? 0)) / mean)
  }
  files.forEach((file, row) => {
    const { words, defines } = file
    const first = row * wanted.length
    const add = (id: number, value: number) => {
      const place = hits.at[id] ?? 0
      if (place === 0) return
      for (const word of hits.words[place - 1] ?? [])
        table[first + word] = (table[first + word] ?? 0) + value
    }
    const inBody = factor('body', row)
    for (let at = 0; at < words.length; at += 2) add(words[at] ?? 0, inBody * (words[at + 1] ?? 0))
    const inDefines = factor('defines', row)
    for (const id of defines) add(id, inDefines)
    for (const part of pathFacts(file).words) {
      const word = wanted.indexOf(part)
      if (word !== -1) table[first + word] = (table[first + word] ?? 0) + factor('path', row)
    }
  })
  wanted.forEach((word, column) => {
    let having = 0
    for (let row = 0; row < files.length; row++)
      if ((table[row * wanted.length + column] ?? 0) > 0) having += 1
    if (having === 0) return
    const weight = (query.words.get(word) ?? 1) * rarity(having, files.length)
    for (let row = 0; row < files.length; row++) {
      const often = table[row * wanted.length + column] ?? 0
      if (often > 0)
        scores[row] =
          (scores[row] ?? 0) + (weight * often * (SATURATION + 1)) / (often + SATURATION)
    }
  })
  return scores
}

/** How rare a word is that `having` of `total` files have. */
function rarity(having: number, total: number): number {
  return Math.log(1 + (total - having + 0.5) / (having + 0.5))
}

/** How rare each word of the query is in the texts of the files; larger is rarer. */
export function rarityOf(files: readonly FileEntry[], query: Query, hits: Hits): Float64Array {
  const having = new Uint32Array(query.words.size)
  // Word -> one more than the last file that has it.
  const last = new Uint32Array(query.words.size)
  files.forEach(({ words }, row) => {
    for (let at = 0; at < words.length; at += 2) {
      const place = hits.at[words[at] ?? 0] ?? 0
      if (place === 0) continue
      for (const word of hits.words[place - 1] ?? []) {
        if (last[word] === row + 1) continue
        last[word] = row + 1
        having[word] = (having[word] ?? 0) + 1
      }
    }
  })
  return Float64Array.from(having, (docs) => rarity(docs, files.length))
}

function fieldLengths(files: readonly FileEntry[]) {
  const path = files.map((file) => pathFacts(file).length)
  const defines = files.map((file) => file.defines.length)
  const body = files.map(({ length }) => length)
  return { path: withMean(path), defines: withMean(defines), body: withMean(body) }
}

function withMean(own: readonly number[]): { own: readonly number[]; mean: number } {
  const filled = own.filter((length) => length > 0)
  const sum = filled.reduce((total, length) => total + length, 0)
  return { own, mean: Math.max(1, sum / Math.max(1, filled.length)) }
}

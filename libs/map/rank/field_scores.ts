import type { FileEntry, Names } from '../store/entry.js'
import type { Query } from '../words/query_words.js'
import { NAMES, splitName } from '../words/split_words.js'

/** BM25F: how much a word counts in a field, and how much a long field loses. */
const FIELDS = {
  path: { weight: 5, length: 0.4 },
  defines: { weight: 3, length: 0.6 },
  body: { weight: 1, length: 0.75 },
} as const
const SATURATION = 1.5

/** Fielded BM25 of each file: its path, what it defines, and every name in its text. */
export function fieldScores(files: readonly FileEntry[], names: Names, query: Query): Float64Array {
  const wanted = [...query.words.keys()]
  const scores = new Float64Array(files.length)
  if (wanted.length === 0 || files.length === 0) return scores
  const hits = hitsOf(wanted, names)
  const lengths = fieldLengths(files)
  // One row a file: the weighted frequency of each word of the query.
  const table = new Float64Array(files.length * wanted.length)
  files.forEach((file, row) => {
    const add = (field: keyof typeof FIELDS, word: number, count: number) => {
      const { weight, length } = FIELDS[field]
      const { own, mean } = lengths[field]
      const long = 1 - length + (length * (own[row] ?? 0)) / mean
      const at = row * wanted.length + word
      table[at] = (table[at] ?? 0) + (weight * count) / long
    }
    const { words, defines, path } = file
    for (let at = 0; at < words.length; at += 2) {
      const found = hits.get(words[at] ?? 0)
      if (found !== undefined) for (const word of found) add('body', word, words[at + 1] ?? 0)
    }
    for (const id of defines) for (const word of hits.get(id) ?? []) add('defines', word, 1)
    for (const part of pathWords(path)) {
      const word = wanted.indexOf(part)
      if (word !== -1) add('path', word, 1)
    }
  })
  wanted.forEach((word, column) => {
    let having = 0
    for (let row = 0; row < files.length; row++)
      if ((table[row * wanted.length + column] ?? 0) > 0) having += 1
    if (having === 0) return
    const rare = Math.log(1 + (files.length - having + 0.5) / (having + 0.5))
    const weight = (query.words.get(word) ?? 1) * rare
    for (let row = 0; row < files.length; row++) {
      const often = table[row * wanted.length + column] ?? 0
      if (often > 0)
        scores[row] =
          (scores[row] ?? 0) + (weight * often * (SATURATION + 1)) / (often + SATURATION)
    }
  })
  return scores
}

/** The words of a path. */
export function pathWords(path: string): string[] {
  return [...path.matchAll(NAMES)].flatMap(([name]) => splitName(name))
}

/** Name -> places in `wanted` of its words, for names that have one. */
function hitsOf(wanted: readonly string[], names: Names): Map<number, number[]> {
  const places = new Map<number, number>()
  wanted.forEach((word, at) => {
    const id = names.findWord(word)
    if (id !== undefined) places.set(id, at)
  })
  const hits = new Map<number, number[]>()
  names.parts.forEach((parts, name) => {
    for (const part of parts) {
      const place = places.get(part)
      if (place === undefined) continue
      const known = hits.get(name)
      if (known === undefined) hits.set(name, [place])
      else if (!known.includes(place)) known.push(place)
    }
  })
  return hits
}

function fieldLengths(files: readonly FileEntry[]) {
  const path = files.map((file) => file.path.split(/[/._-]/).length)
  const defines = files.map((file) => file.defines.length)
  const body = files.map(({ length }) => length)
  return { path: withMean(path), defines: withMean(defines), body: withMean(body) }
}

function withMean(own: readonly number[]): { own: readonly number[]; mean: number } {
  const filled = own.filter((length) => length > 0)
  const sum = filled.reduce((total, length) => total + length, 0)
  return { own, mean: Math.max(1, sum / Math.max(1, filled.length)) }
}

import type { Tag } from '../tags/tag.js'
import type { Query } from '../words/query_words.js'
import { scanNames } from '../words/scan_names.js'
import { splitName } from '../words/split_words.js'

/** A definition that is shown. */
export interface Signature {
  line: number
  text: string
  name: string
  kind: string
  /** For the choice between files: larger first. */
  value: number
}

/** Place at which a file's definitions count half: a definition that fits comes before others of a better file. */
const HALF = 8
/** The place of a file that has no word of the query. */
const FAR = 1_000
/** What a definition counts that has no word of the query; one that has all of them in its name counts 1. */
const UNFIT = 0.1
/** Signatures a file, by its rank: the first, then up to the fifth, the twelfth, the last. */
const QUOTAS = [
  { upTo: 2, most: 60 },
  { upTo: 6, most: 24 },
  { upTo: 14, most: 8 },
  { upTo: Number.POSITIVE_INFINITY, most: 3 },
]

export interface SignatureInput {
  /** From 0. */
  rank: number
  /** Its place by the words of the query alone, from 0; absent: it has none of them. */
  byWords?: number | undefined
  tags: readonly Tag[]
  /** null: the file cannot be read now. */
  text: string | null
  query: Query
  /** How rare each word of the query is in the tree; larger is rarer. */
  rarity: Float64Array
}

/**
 * The definitions of a file that fit a task best, in the order of their lines. History and graph find files, but words
 * say which definition is meant: between files it is the place by words that counts (bench/locate).
 */
export function pickSignatures(input: SignatureInput): Signature[] {
  const { rank, byWords = FAR, tags, text, query, rarity } = input
  const most = QUOTAS.find(({ upTo }) => rank < upTo)?.most ?? 0
  const words = wordTable(query)
  const body = text === null ? [] : wordLines(text, words)
  const near = 1 / (1 + byWords / HALF)
  const shown = oneALine(tags)
  const valued = shown.map((tag, at) => {
    const fit = fitOf(tag, { query, rarity, words, body })
    return { tag, at, value: near * (UNFIT + fit) }
  })
  const best = valued.sort((a, b) => b.value - a.value || a.at - b.at).slice(0, most)
  return best
    .sort((a, b) => a.at - b.at)
    .map(({ tag: { line, text, name, kind }, value }) => ({ line, text, name, kind, value }))
}

/** Several definitions in one line have one signature. */
function oneALine(tags: readonly Tag[]): Tag[] {
  const lines = new Set<number>()
  return tags.filter(({ line }) => {
    if (lines.has(line)) return false
    lines.add(line)
    return true
  })
}

/** Name -> places in the query of its search words. */
type WordTable = (name: string) => readonly number[]

/** A word of the query and the line that it is in. */
interface WordLine {
  line: number
  word: number
}

interface Fit {
  query: Query
  rarity: Float64Array
  words: WordTable
  body: readonly WordLine[]
}

/** 0..: how much of the query is in the name, the signature and the body. */
function fitOf(tag: Tag, { query, rarity, words, body }: Fit): number {
  const inName = new Set(words(tag.name))
  const inHead = new Set<number>()
  scanNames(tag.text, (name) => {
    for (const word of words(name)) inHead.add(word)
  })
  const counts = new Uint32Array(query.words.size)
  for (let at = firstFrom(body, tag.line); at < body.length; at++) {
    const one = body[at]
    if (one === undefined || one.line > tag.end) break
    counts[one.word] = (counts[one.word] ?? 0) + 1
  }
  let sum = 0
  let all = 0
  let word = 0
  for (const weight of query.words.values()) {
    const worth = weight * (rarity[word] ?? 0)
    all += worth
    const count = counts[word] ?? 0
    const inBody = count === 0 ? 0 : 0.6 * (count / (count + 1.5))
    sum += worth * ((inName.has(word) ? 1 : inHead.has(word) ? 0.5 : 0) + inBody)
    word += 1
  }
  const size = tag.end - tag.line + 1
  const small = 1 / (1 + size / 300)
  const bonus = query.names.has(tag.name) ? 2 : 0
  return bonus + (all === 0 ? 0 : (sum / all) * (0.5 + 0.5 * small))
}

function wordTable(query: Query): WordTable {
  const places = new Map([...query.words.keys()].map((word, at) => [word, at]))
  const known = new Map<string, readonly number[]>()
  return (name) => {
    const found = known.get(name)
    if (found !== undefined) return found
    const own = splitName(name).flatMap((word) => places.get(word) ?? [])
    known.set(name, own)
    return own
  }
}

/** The words of the query in a text, in the order of their lines. */
function wordLines(text: string, words: WordTable): WordLine[] {
  const found: WordLine[] = []
  let line = 1
  let from = 0
  scanNames(text, (name, at) => {
    const own = words(name)
    if (own.length === 0) return
    for (let next = text.indexOf('\n', from); next !== -1 && next < at; ) {
      line += 1
      from = next + 1
      next = text.indexOf('\n', from)
    }
    for (const word of own) found.push({ line, word })
  })
  return found
}

/** Index of the first one that is not above a line. */
function firstFrom(body: readonly WordLine[], line: number): number {
  let low = 0
  let high = body.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((body[middle]?.line ?? 0) < line) low = middle + 1
    else high = middle
  }
  return low
}

import type { Tag } from '../tags/tag.js'
import type { Query } from '../words/query_words.js'
import { NAMES, splitName } from '../words/split_words.js'

/** A definition that is shown. */
export interface Signature {
  line: number
  text: string
  name: string
  kind: string
  /** For the choice between files: larger first. */
  value: number
}

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
  tags: readonly Tag[]
  /** null: the file cannot be read now. */
  text: string | null
  query: Query
  /** How rare a word is in the tree; larger is rarer. */
  rarity(word: string): number
}

/** The definitions of a file that fit a task best, in the order of their lines. */
export function pickSignatures({ rank, tags, text, query, rarity }: SignatureInput): Signature[] {
  const most = QUOTAS.find(({ upTo }) => rank < upTo)?.most ?? 0
  const lines = text?.split('\n') ?? []
  const near = 1 / (1 + rank / 4)
  const shown = oneALine(tags)
  const valued = shown.map((tag, at) => {
    const fit = fitOf(tag, lines, { query, rarity })
    return { tag, at, value: near * (0.25 + fit) }
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

/** 0..: how much of the query is in the name, the signature and the body. */
function fitOf(
  tag: Tag,
  lines: readonly string[],
  { query, rarity }: Pick<SignatureInput, 'query' | 'rarity'>,
): number {
  const name = new Set(splitName(tag.name))
  const head = wordsIn(tag.text)
  const body = wordsIn(
    lines
      .slice(tag.line - 1, tag.end)
      .join('\n')
      .slice(0, 12_000),
  )
  let sum = 0
  let all = 0
  for (const [word, weight] of query.words) {
    const worth = weight * rarity(word)
    all += worth
    const count = body.get(word) ?? 0
    const inBody = count === 0 ? 0 : 0.6 * (count / (count + 1.5))
    sum += worth * ((name.has(word) ? 1 : head.has(word) ? 0.5 : 0) + inBody)
  }
  const size = tag.end - tag.line + 1
  const small = 1 / (1 + size / 300)
  const bonus = query.names.has(tag.name) ? 2 : 0
  return bonus + (all === 0 ? 0 : (sum / all) * (0.5 + 0.5 * small))
}

function wordsIn(text: string): Map<string, number> {
  const words = new Map<string, number>()
  for (const [name] of text.matchAll(NAMES))
    for (const word of splitName(name)) words.set(word, (words.get(word) ?? 0) + 1)
  return words
}

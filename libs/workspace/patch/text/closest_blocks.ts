import type { PatchCandidate } from './types.js'

/** Limit of a quoted block: the hint must be shorter than reading the file again. */
const QUOTE_LINES = 30
/** Lines of a large file that are compared by similarity when no line is equal. */
const SIMILARITY_LINES = 20_000
/** Below this share of common letter pairs two lines are not similar. */
const SIMILARITY_MIN = 0.5

/**
 * The blocks of a content that are most similar to a text, best first. Each line of the text that occurs in
 * the content votes for the start of the block; rare lines have more weight. Linear in the length of both.
 */
export function closestBlocks(content: string, wanted: string, count: number): PatchCandidate[] {
  const lines = content.split(/\r?\n/)
  const asked = wanted.split(/\r?\n/)
  while (asked.length > 1 && asked.at(-1)?.trim() === '') asked.pop()
  const places = new Map<string, number[]>()
  lines.forEach((line, index) => {
    const key = line.trim()
    if (key === '') return
    const known = places.get(key)
    if (known) known.push(index)
    else places.set(key, [index])
  })

  const votes = new Map<number, number>()
  const vote = (start: number, weight: number) =>
    votes.set(Math.max(0, start), (votes.get(Math.max(0, start)) ?? 0) + weight)
  asked.forEach((line, offset) => {
    const found = places.get(line.trim()) ?? []
    for (const index of found.slice(0, 200)) vote(index - offset, 1 / found.length)
  })
  if (votes.size === 0) voteBySimilarity(lines, asked, vote)

  return [...votes]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, count)
    .map(([start]) => quoteBlock(lines, start + 1, asked.length))
}

/** `height` lines of a file starting at `line` (counted from 1), at most QUOTE_LINES. */
export function quoteBlock(lines: string[], line: number, height: number): PatchCandidate {
  const text = lines.slice(line - 1, line - 1 + Math.min(height, QUOTE_LINES))
  return { line, text: text.map((row) => row.replace(/\r$/, '')).join('\n') }
}

function voteBySimilarity(
  lines: string[],
  asked: string[],
  vote: (start: number, weight: number) => void,
): void {
  const longest = asked.reduce((a, b) => (b.trim().length > a.trim().length ? b : a), '')
  const offset = asked.indexOf(longest)
  const pairs = letterPairs(longest)
  if (pairs.size === 0) return
  lines.slice(0, SIMILARITY_LINES).forEach((line, index) => {
    const similarity = diceOf(pairs, letterPairs(line))
    if (similarity >= SIMILARITY_MIN) vote(index - offset, similarity)
  })
}

function letterPairs(line: string): Set<string> {
  const text = line.trim().slice(0, 400)
  return new Set(Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2)))
}

/** Sorensen-Dice coefficient: twice the common pairs divided by all pairs. */
function diceOf(a: Set<string>, b: Set<string>): number {
  let common = 0
  for (const pair of b) if (a.has(pair)) common += 1
  return (2 * common) / (a.size + b.size || 1)
}

import { editDistance } from '#core'
import { indentOf, type Line, looseKey } from '../text/lines.js'

/** A line of old_str and its counterpart in the file. Blank lines have no pair. */
export interface Pair {
  /** Index into the lines of old_str. */
  old: number
  /** Index into the lines of the file. */
  line: number
}
export type Alignment = Pair[]

/** A place that matches old_str. */
export interface Aligned {
  pairs: Alignment
}

/** A line that is not blank. */
interface Entry {
  index: number
  key: string
  /** The number of the key: comparing numbers is faster. */
  id: number
  /** Indentation in columns. */
  depth: number
}

/** The lines of the file and of old_str that are not blank. */
export interface Sides {
  lines: Entry[]
  old: Entry[]
}

/** Required share of equal letters in the block (docs/edits.md: measured with the prototype). */
const SIMILAR = 0.8
/** The second best place must differ in this share of letters more. */
const MARGIN = 0.08
/** Up to this many wrong letters count as typing errors, for which a margin of one more is sufficient. */
const TYPOS = 2
const SIMILAR_LINE = 0.75
/** Longer lines are not compared letter by letter. */
const MAX_CHARS = 500
/** The search ends after this many places. */
export const MAX_PLACES = 100
/** With more places that match both edge lines, none is compared letter by letter. */
const MAX_COMPARED = 500
/** Lines of the file that old_str may omit: one in five, at most this many. */
const MAX_MISSING = 3

export function sidesOf(lines: readonly Line[], old: readonly string[]): Sides {
  const ids = new Map<string, number>()
  const entry = (text: string, index: number): Entry[] => {
    if (text.trim() === '') return []
    const key = looseKey(text)
    const id = ids.get(key) ?? ids.size
    ids.set(key, id)
    return [{ index, key, id, depth: depthOf(text) }]
  }
  return { lines: lines.flatMap(({ text }, index) => entry(text, index)), old: old.flatMap(entry) }
}

/** The places whose lines differ only in indentation, spaces, quotes and final commas. */
export function alignLoosely(sides: Sides): Aligned[] {
  return collect(places(sides, sides.old.length), (at) =>
    pairUp(sides, at, (entry, index) => entry.id === sides.old[index]?.id),
  )
}

/** The one place with equal edge lines and the same number of lines that is clearly the most similar. */
export function alignSimilar(sides: Sides): Aligned[] {
  const length = sides.old.reduce((all, entry) => all + entry.key.length, 0)
  const starts = places(sides, sides.old.length)
  if (starts.length > MAX_COMPARED) return []
  const found = starts.flatMap((at) => {
    const distances = sides.old.map(({ key }, index) => {
      const real = sides.lines[at + index]
      // Another line of old_str: two lines were exchanged, which is not a typing error.
      const moved = real?.key !== key && sides.old.some(({ id }) => id === real?.id)
      return moved ? Number.POSITIVE_INFINITY : distanceOf(key, real?.key ?? '')
    })
    const distance = distances.reduce((sum, each) => sum + each, 0)
    const pairs = pairUp(sides, at, (_, index) => distances[index] !== Number.POSITIVE_INFINITY)
    return pairs === null || distance > length * (1 - SIMILAR) ? [] : [{ pairs, distance }]
  })
  const [best, second] = found.sort((a, b) => a.distance - b.distance)
  if (best === undefined) return []
  const margin = best.distance <= TYPOS ? TYPOS + 1 : length * MARGIN
  return second === undefined || second.distance - best.distance >= margin ? [best] : []
}

/** The places with equal edge lines and the lines in this order, where the file has a few more lines between. */
export function alignMissing(sides: Sides): Aligned[] {
  const { old, lines } = sides
  const most = Math.min(MAX_MISSING, Math.max(1, Math.floor(old.length / 5)))
  const found: Aligned[] = []
  for (let more = 1; more <= most && old.length > 1; more += 1) {
    const height = old.length + more
    const starts = places(sides, height)
    found.push(...collect(starts, (at) => pairWithGaps(old, lines.slice(at, at + height))))
  }
  return found
}

/** The pairs when the file has more lines than old_str. */
function pairWithGaps(old: Entry[], real: Entry[]): Alignment | null {
  // The depth decides which of two equal brackets was omitted: tried from the top, then from the bottom.
  const fromBottom = matchInOrder(old.toReversed(), real.toReversed()).reverse()
  for (const matched of [matchInOrder(old, real), fromBottom])
    if (matched.length === old.length && nestsAlike(old, matched))
      return matched.map((entry, index) => ({ old: old[index]?.index ?? 0, line: entry.index }))
  return null
}

/** For each line of old_str the first line that matches; the last lines are paired. */
function matchInOrder(old: readonly Entry[], real: readonly Entry[]): Entry[] {
  const last = real.at(-1)
  const matched: Entry[] = []
  for (const entry of real.slice(0, -1))
    if (matched.length < old.length - 1 && entry.id === old[matched.length]?.id) matched.push(entry)
  return last === undefined ? matched : [...matched, last]
}

function collect(starts: number[], pairsAt: (at: number) => Alignment | null): Aligned[] {
  const found: Aligned[] = []
  for (const at of starts) {
    const pairs = pairsAt(at)
    if (pairs !== null) found.push({ pairs })
    if (found.length >= MAX_PLACES) break
  }
  return found
}

/** The starts of blocks of `height` lines whose first and last lines match. */
function places({ lines, old }: Sides, height: number): number[] {
  const first = old[0]?.id
  const last = old.at(-1)?.id
  if (first === undefined) return []
  return lines.flatMap(({ id }, at) =>
    id === first && lines[at + height - 1]?.id === last ? [at] : [],
  )
}

function pairUp(
  { lines, old }: Sides,
  at: number,
  matches: (entry: Entry, index: number) => boolean,
): Alignment | null {
  const pairs: Alignment = []
  for (const [index, asked] of old.entries()) {
    const entry = lines[at + index]
    if (entry === undefined || !matches(entry, index)) return null
    pairs.push({ old: asked.index, line: entry.index })
  }
  return nestsAlike(old, lines.slice(at, at + old.length)) ? pairs : null
}

/**
 * Whether both have the same order of depths. When lines with text keep their depth, brackets must keep it as
 * well, because only the depth distinguishes a bracket from the one around it.
 */
function nestsAlike(old: readonly Entry[], real: readonly (Entry | undefined)[]): boolean {
  const depths = new Map<number, number>()
  const kept = old.some(
    ({ key, depth }, index) => depth > 0 && hasText(key) && depth === real[index]?.depth,
  )
  for (const [index, { key, depth }] of old.entries()) {
    const realDepth = real[index]?.depth ?? 0
    if (kept && depth !== realDepth && !hasText(key)) return false
    if ((depths.get(depth) ?? realDepth) !== realDepth) return false
    depths.set(depth, realDepth)
  }
  const ordered = [...depths].sort(([a], [b]) => a - b).map(([, depth]) => depth)
  return ordered.every((depth, index) => index === 0 || depth > (ordered[index - 1] ?? 0))
}

function hasText(key: string): boolean {
  return /[\p{L}\p{N}]/u.test(key)
}

function depthOf(text: string): number {
  return indentOf(text).replaceAll('\t', '    ').length
}

/** The edit distance of two lines; Infinity when they are different lines. */
function distanceOf(a: string, b: string): number {
  if (a === b) return 0
  const longer = Math.max(a.length, b.length)
  // A different number makes a different statement, however similar the lines are.
  if (longer > MAX_CHARS || digitsOf(a) !== digitsOf(b)) return Number.POSITIVE_INFINITY
  const distance = editDistance(a, b)
  return distance <= longer * (1 - SIMILAR_LINE) ? distance : Number.POSITIVE_INFINITY
}

function digitsOf(text: string): string {
  return text.replace(/\D+/g, ' ').trim()
}

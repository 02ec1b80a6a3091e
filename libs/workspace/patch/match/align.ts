import { editDistance } from '#core'
import { indentOf, type Line, looseKey } from '../text/lines.js'

/** Which line of the file stands for which line of old_str; blank lines of both are left out. */
export interface Pair {
  /** Index into the lines of old_str. */
  old: number
  /** Index into the lines of the file. */
  line: number
}
export type Alignment = Pair[]

/** A place where old_str was found. */
export interface Aligned {
  pairs: Alignment
}

interface Word {
  index: number
  key: string
  /** The same number for the same key: a file of alike lines is compared in numbers. */
  id: number
  /** How deep it stands, in columns. */
  depth: number
}

/** A file and an old_str, as lines that say something. */
export interface Sides {
  lines: Word[]
  old: Word[]
}

/** Share of letters that are the same; below it a likeness decides nothing (docs/edits.md: the prototype's figures). */
const SIMILAR = 0.8
/** By how much of all letters the next best has to be worse. */
const MARGIN = 0.08
/** So few wrong letters are a slip of the pen; then as many and one more are margin enough. */
const SLIP = 2
const SIMILAR_LINE = 0.75
/** Characters of a line that are compared letter by letter. */
const LONGEST = 500
/** More places than this are not looked for. */
export const MOST_PLACES = 100
/** Of the places with both edges, how many are compared letter by letter. */
const MOST_COMPARED = 500
/** Lines of the file that old_str may leave out: one in five, at most this many. */
const MOST_MISSING = 3

export function sidesOf(lines: readonly Line[], old: readonly string[]): Sides {
  const ids = new Map<string, number>()
  const word = (text: string, index: number): Word[] => {
    if (text.trim() === '') return []
    const key = looseKey(text)
    const id = ids.get(key) ?? ids.size
    ids.set(key, id)
    return [{ index, key, id, depth: depthOf(text) }]
  }
  return { lines: lines.flatMap(({ text }, index) => word(text, index)), old: old.flatMap(word) }
}

/** The places where the lines read the same but for indentation, blanks, quotes and last commas. */
export function alignLoosely(sides: Sides): Aligned[] {
  return collect(places(sides, sides.old.length), (at) =>
    pairUp(sides, at, (word, index) => word.id === sides.old[index]?.id),
  )
}

/** The one place with both edge lines and as many lines, that resembles old_str as no other does. */
export function alignSimilar(sides: Sides): Aligned[] {
  const length = sides.old.reduce((all, word) => all + word.key.length, 0)
  const starts = places(sides, sides.old.length)
  if (starts.length > MOST_COMPARED) return []
  const found = starts.flatMap((at) => {
    const slips = sides.old.map(({ key }, index) => {
      const there = sides.lines[at + index]
      // It is another line of old_str: two lines changed places, and no letter is wrong.
      const moved = there?.key !== key && sides.old.some(({ id }) => id === there?.id)
      return moved ? Number.POSITIVE_INFINITY : slipsIn(key, there?.key ?? '')
    })
    const all = slips.reduce((sum, each) => sum + each, 0)
    const pairs = pairUp(sides, at, (_, index) => slips[index] !== Number.POSITIVE_INFINITY)
    return pairs === null || all > length * (1 - SIMILAR) ? [] : [{ pairs, slips: all }]
  })
  const [best, second] = found.sort((a, b) => a.slips - b.slips)
  if (best === undefined) return []
  const margin = best.slips <= SLIP ? SLIP + 1 : length * MARGIN
  return second === undefined || second.slips - best.slips >= margin ? [best] : []
}

/** The places where the lines stand in this order with both edge lines, and the file has a few more between them. */
export function alignMissing(sides: Sides): Aligned[] {
  const { old, lines } = sides
  const most = Math.min(MOST_MISSING, Math.max(1, Math.floor(old.length / 5)))
  const found: Aligned[] = []
  for (let more = 1; more <= most && old.length > 1; more += 1)
    found.push(...collect(places(sides, old.length + more), (at) => skipOver(old, lines, at, more)))
  return found
}

/** The pairs when `more` lines from `at` on are in the file alone. */
function skipOver(old: Word[], lines: Word[], at: number, more: number): Alignment | null {
  const there = lines.slice(at, at + old.length + more)
  // Which of two equal brackets was left out is told by the depth: from the top, else from the bottom.
  for (const met of [meet(old, there), meet(old.toReversed(), there.toReversed()).reverse()])
    if (met.length === old.length && nestsAlike(old, met))
      return met.map((word, index) => ({ old: old[index]?.index ?? 0, line: word.index }))
  return null
}

/** The lines that stand for those of old_str, each the first that can; both edges are met. */
function meet(old: readonly Word[], there: readonly Word[]): Word[] {
  const last = there.at(-1)
  const met: Word[] = []
  for (const word of there.slice(0, -1))
    if (met.length < old.length - 1 && word.id === old[met.length]?.id) met.push(word)
  return last === undefined ? met : [...met, last]
}

function collect(starts: number[], pairsAt: (at: number) => Alignment | null): Aligned[] {
  const found: Aligned[] = []
  for (const at of starts) {
    const pairs = pairsAt(at)
    if (pairs !== null) found.push({ pairs })
    if (found.length >= MOST_PLACES) break
  }
  return found
}

/** Where both edge lines stand `height` lines apart. */
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
  fits: (word: Word, index: number) => boolean,
): Alignment | null {
  const pairs: Alignment = []
  for (const [index, asked] of old.entries()) {
    const word = lines[at + index]
    if (word === undefined || !fits(word, index)) return null
    pairs.push({ old: asked.index, line: word.index })
  }
  return nestsAlike(old, lines.slice(at, at + old.length)) ? pairs : null
}

/**
 * What is deeper in the one is deeper in the other; where lines that say something keep their depth, brackets do, too:
 * a bracket is told from the one around it by that alone.
 */
function nestsAlike(said: readonly Word[], real: readonly (Word | undefined)[]): boolean {
  const depths = new Map<number, number>()
  const kept = said.some(
    ({ key, depth }, index) => depth > 0 && isSpoken(key) && depth === real[index]?.depth,
  )
  for (const [index, { key, depth }] of said.entries()) {
    const there = real[index]?.depth ?? 0
    if (kept && depth !== there && !isSpoken(key)) return false
    if ((depths.get(depth) ?? there) !== there) return false
    depths.set(depth, there)
  }
  const ordered = [...depths].sort(([a], [b]) => a - b).map(([, there]) => there)
  return ordered.every((there, index) => index === 0 || there > (ordered[index - 1] ?? 0))
}

function isSpoken(key: string): boolean {
  return /[\p{L}\p{N}]/u.test(key)
}

function depthOf(text: string): number {
  return indentOf(text).replaceAll('\t', '    ').length
}

/** Letters to change to make one line of the other; Infinity where they are two different lines. */
function slipsIn(a: string, b: string): number {
  if (a === b) return 0
  const longer = Math.max(a.length, b.length)
  // Another number is another statement, however alike the lines look.
  if (longer > LONGEST || digitsOf(a) !== digitsOf(b)) return Number.POSITIVE_INFINITY
  const slips = editDistance(a, b)
  return slips <= longer * (1 - SIMILAR_LINE) ? slips : Number.POSITIVE_INFINITY
}

function digitsOf(text: string): string {
  return text.replace(/\D+/g, ' ').trim()
}

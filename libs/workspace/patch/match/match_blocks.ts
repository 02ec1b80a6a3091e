import { endingAt, type Line, saidLines, splitLines } from '../text/lines.js'
import type { PatchEdit, Replacement } from '../text/types.js'
import { type Aligned, type Alignment, MOST_PLACES, type Sides, sidesOf } from './align.js'
import { mergeLines } from './merge_lines.js'
import { learnDialect } from './style.js'

/** A file and an old_str as the layers for blocks see them: read once for all of them. */
export interface Blocks {
  old: string[]
  lines: Line[]
  sides: Sides
}

export function readBlocks(content: string, { old_str }: PatchEdit): Blocks {
  const old = saidLines(old_str)
  const lines = splitLines(content)
  return { old, lines, sides: sidesOf(lines, old) }
}

const TELLING = /[\p{L}\p{N}]{3}/u

/**
 * Whole lines that stand for those of old_str by a measure, each place merged with new_str.
 * @returns the places; none where one cannot be merged
 */
export function matchBlocks(
  content: string,
  edit: PatchEdit,
  align: (sides: Sides) => Aligned[],
  read: () => Blocks = () => readBlocks(content, edit),
): Replacement[] {
  const { old, lines, sides } = read()
  // Braces alone read the same in many places.
  if (!old.some((line) => TELLING.test(line))) return []
  const places = align(sides)
  // Some would be left: that is not all of them.
  if (edit.replace_all && places.length >= MOST_PLACES) return []
  if (places.length > 1 && !edit.replace_all) return places.map(({ pairs }) => spanOf(pairs, lines))
  const found = places.map(({ pairs }) => mergeAt(content, edit, pairs, { old, lines }))
  return found.every((each) => each !== null) ? found : []
}

/** new_str merged into the lines of one place; null: it cannot be. */
export function mergeAt(
  content: string,
  { new_str }: PatchEdit,
  pairs: Alignment,
  { old, lines }: Pick<Blocks, 'old' | 'lines'>,
): Replacement | null {
  const fresh = saidLines(new_str)
  const first = lines[pairs[0]?.line ?? 0]
  const last = lines[pairs.at(-1)?.line ?? 0]
  if (first === undefined || last === undefined) return null
  const dialect = learnDialect(old, fresh, pairs, lines)
  const merged = mergeLines({ old, fresh, pairs, lines, dialect })
  if (merged === null) return null
  if (merged.length === 0) return { start: first.start, end: last.next, text: '' }
  const more = [
    ...emptied(blankHead(fresh) - blankHead(old)),
    ...merged,
    ...emptied(blankHead(fresh.toReversed()) - blankHead(old.toReversed())),
  ]
  return { start: first.start, end: last.end, text: more.join(endingAt(content, first)) }
}

/** Where it stands, to be told: what is in more places than one is not replaced. */
function spanOf(pairs: Alignment, lines: readonly Line[]): Replacement {
  const start = lines[pairs[0]?.line ?? 0]?.start ?? 0
  return { start, end: lines[pairs.at(-1)?.line ?? 0]?.end ?? start, text: '' }
}

function blankHead(lines: readonly string[]): number {
  const at = lines.findIndex((line) => line.trim() !== '')
  return at === -1 ? 0 : at
}

function emptied(count: number): string[] {
  return Array.from({ length: Math.max(0, count) }, () => '')
}

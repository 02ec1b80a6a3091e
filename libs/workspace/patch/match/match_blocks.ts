import { editLines, endingAt, type Line, splitLines } from '../text/lines.js'
import type { PatchEdit, Replacement } from '../text/types.js'
import { type Aligned, type Alignment, MAX_PLACES, type Sides, sidesOf } from './align.js'
import { mergeLines } from './merge_lines.js'
import { learnStyle } from './style.js'

/** A file and an old_str, parsed once for all layers that compare blocks. */
export interface Blocks {
  old: string[]
  lines: Line[]
  sides: Sides
}

export function readBlocks(content: string, { old_str }: PatchEdit): Blocks {
  const old = editLines(old_str)
  const lines = splitLines(content)
  return { old, lines, sides: sidesOf(lines, old) }
}

const TELLING = /[\p{L}\p{N}]{3}/u

/** The content, the edit, and the parsed blocks, which are read on first use. */
export interface BlockSource {
  content: string
  edit: PatchEdit
  read(): Blocks
}

/**
 * Finds blocks of whole lines that match old_str, and merges new_str into each of them.
 * @param align  compares the lines
 * @returns the places; none when one of them cannot be merged
 */
export function matchBlocks(
  { content, edit, read }: BlockSource,
  align: (sides: Sides) => Aligned[],
): Replacement[] {
  const { old, lines, sides } = read()
  // Lines with only brackets match in many places.
  if (!old.some((line) => TELLING.test(line))) return []
  const places = align(sides)
  // The search ended early, so not all places would be replaced.
  if (edit.replace_all && places.length >= MAX_PLACES) return []
  if (places.length > 1 && !edit.replace_all) return places.map(({ pairs }) => spanOf(pairs, lines))
  const found = places.map(({ pairs }) => mergeAt({ content, edit, pairs, old, lines }))
  return found.every((each) => each !== null) ? found : []
}

interface MergePlace extends Pick<Blocks, 'old' | 'lines'> {
  content: string
  edit: PatchEdit
  pairs: Alignment
}

/** Merges new_str into the lines of one place; null when that is not possible. */
export function mergeAt({ content, edit, pairs, old, lines }: MergePlace): Replacement | null {
  const fresh = editLines(edit.new_str)
  const first = lines[pairs[0]?.line ?? 0]
  const last = lines[pairs.at(-1)?.line ?? 0]
  if (first === undefined || last === undefined) return null
  const texts = { old, fresh, pairs, lines }
  const merged = mergeLines({ ...texts, style: learnStyle(texts) })
  if (merged === null) return null
  if (merged.length === 0) return { start: first.start, end: last.next, text: '' }
  const more = [
    ...emptied(blankHead(fresh) - blankHead(old)),
    ...merged,
    ...emptied(blankHead(fresh.toReversed()) - blankHead(old.toReversed())),
  ]
  return { start: first.start, end: last.end, text: more.join(endingAt(content, first)) }
}

/** The range of a place, for the report of several matches. */
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

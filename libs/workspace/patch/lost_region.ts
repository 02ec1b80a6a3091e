import { editDistance, LIMITS } from '#core'
import { uniformEnding, withEnding } from '../files/text.js'
import { closestBlocks } from './text/closest_blocks.js'
import { compareLines } from './text/compare_lines.js'
import { looseKey, saidLines, splitLines } from './text/lines.js'
import type { PatchEdit } from './text/types.js'

/** Lines of a file that an edit was probably written for, whose old text is gone. */
export interface LostRegion {
  /** Where they stand in the content, the last line's ending left out. */
  start: number
  end: number
  /** The first of them, from 1. */
  line: number
  text: string
}

/** Lines above and below the closest block: what replaced the old text may be longer than it was. */
const AROUND = 3
/** Share of letters that a line which goes has in common with one of old_str: it is what became of that line. */
const AKIN = 0.5
const LONGEST = 500

/**
 * The lines that come closest to an edit's old text, for a merge that somebody else makes.
 * @returns null where nothing resembles it, or it is too long to be asked about
 */
export function lostRegion(content: string, { old_str }: PatchEdit): LostRegion | null {
  const [best] = closestBlocks(content, old_str, 1)
  if (best === undefined) return null
  const lines = splitLines(content)
  const from = Math.max(0, best.line - 1 - AROUND)
  const to = Math.min(lines.length, best.line - 1 + saidLines(old_str).length + AROUND)
  const [first, last] = [lines[from], lines[to - 1]]
  if (first === undefined || last === undefined) return null
  const text = content.slice(first.start, last.end)
  return text.length > LIMITS.mergeRegionChars
    ? null
    : { start: first.start, end: last.end, line: from + 1, text }
}

/**
 * Puts a merged region into a file, if it does what the edit asked for and nothing else: what goes resembles
 * old_str, what comes stands in new_str, and all that new_str adds is there.
 * @returns the new content, every byte outside the region as it was; null: something else was touched
 */
export function putMerged(
  content: string,
  region: LostRegion,
  { old_str, new_str }: PatchEdit,
  merged: string,
): string | null {
  const [old, fresh, before, after] = [old_str, new_str, region.text, merged].map(linesOf)
  if (!old || !fresh || !before || !after) return null
  const parts = compareLines(before, after)
  if (parts === null || parts.every(({ added, removed }) => !added && !removed)) return null
  const news = new Set(fresh.map((line) => line.trim()))
  for (const { added, removed, value } of parts) {
    if (removed && !value.every((line) => old.some((said) => isAkin(line, said)))) return null
    if (added && !value.every((line) => news.has(line.trim()))) return null
  }
  const known = new Set(old.map((line) => line.trim()))
  const there = new Set(after.map((line) => line.trim()))
  if ([...news].some((line) => line !== '' && !known.has(line) && !there.has(line))) return null
  const text = withEnding(after.join('\n'), uniformEnding(content))
  return content.slice(0, region.start) + text + content.slice(region.end)
}

function linesOf(text: string): string[] {
  return text.replace(/\r?\n$/, '').split(/\r?\n/)
}

function isAkin(line: string, said: string): boolean {
  const [a, b] = [looseKey(line), looseKey(said)]
  if (a === b) return true
  const longer = Math.max(a.length, b.length)
  return a !== '' && longer <= LONGEST && editDistance(a, b) <= longer * (1 - AKIN)
}

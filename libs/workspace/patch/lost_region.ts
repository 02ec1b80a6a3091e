import { editDistance, LIMITS } from '#core'
import { uniformEnding, withEnding } from '../files/text.js'
import { closestBlocks } from './text/closest_blocks.js'
import { compareLines } from './text/compare_lines.js'
import { editLines, looseKey, splitLines } from './text/lines.js'
import type { PatchEdit } from './text/types.js'

/** The lines of a file that an edit was probably written for, although its old_str no longer matches. */
export interface LostRegion {
  /** The range in the content, without the last line ending. */
  start: number
  end: number
  /** The number of the first line, counted from 1. */
  line: number
  text: string
}

/** Lines above and below the closest block: the current text may be longer than old_str. */
const AROUND = 3
/** A removed line must have this share of letters in common with a line of old_str. */
const SIMILAR = 0.5
const MAX_CHARS = 500

/**
 * The lines that are closest to an edit's old_str, for a merge by a model.
 * @returns null when no lines are similar, or they are too long for a request
 */
export function lostRegion(content: string, { old_str }: PatchEdit): LostRegion | null {
  const [best] = closestBlocks(content, old_str, 1)
  if (best === undefined) return null
  const lines = splitLines(content)
  const from = Math.max(0, best.line - 1 - AROUND)
  const to = Math.min(lines.length, best.line - 1 + editLines(old_str).length + AROUND)
  const [first, last] = [lines[from], lines[to - 1]]
  if (first === undefined || last === undefined) return null
  const text = content.slice(first.start, last.end)
  return text.length > LIMITS.mergeRegionChars
    ? null
    : { start: first.start, end: last.end, line: from + 1, text }
}

/**
 * Puts a merged region into a file if the merge makes the requested change and nothing else: removed lines are
 * similar to lines of old_str, added lines are in new_str, and every line that new_str adds is present.
 * @returns the new content, with every byte outside the region unchanged; null when the merge changes more
 */
export function putMerged(
  content: string,
  { region, merged }: { region: LostRegion; merged: string },
  { old_str, new_str }: PatchEdit,
): string | null {
  const [old, fresh, before, after] = [old_str, new_str, region.text, merged].map(linesOf)
  if (!old || !fresh || !before || !after) return null
  const parts = compareLines(before, after)
  if (parts === null || parts.every(({ added, removed }) => !added && !removed)) return null
  const addedLines = new Set(fresh.map((line) => line.trim()))
  for (const { added, removed, value } of parts) {
    if (removed && !value.every((line) => old.some((each) => isSimilar(line, each)))) return null
    if (added && !value.every((line) => addedLines.has(line.trim()))) return null
  }
  const known = new Set(old.map((line) => line.trim()))
  const there = new Set(after.map((line) => line.trim()))
  if ([...addedLines].some((line) => line !== '' && !known.has(line) && !there.has(line)))
    return null
  const text = withEnding(after.join('\n'), uniformEnding(content))
  return content.slice(0, region.start) + text + content.slice(region.end)
}

function linesOf(text: string): string[] {
  return text.replace(/\r?\n$/, '').split(/\r?\n/)
}

function isSimilar(line: string, other: string): boolean {
  const [a, b] = [looseKey(line), looseKey(other)]
  if (a === b) return true
  const longer = Math.max(a.length, b.length)
  return a !== '' && longer <= MAX_CHARS && editDistance(a, b) <= longer * (1 - SIMILAR)
}

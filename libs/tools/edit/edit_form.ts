import { decodeText, lostRegion, type PatchEdit } from '#workspace'
import { type OutlineEntry, outlineOf } from '../search/outline.js'
import type { OpenedFile } from './open_for_edit.js'

/** A function with fewer lines is replaced whole: one long old_str that is copied is easier than several exact ones (row 160). */
const WHOLE_LINES = 30

/**
 * How an edit that was found nowhere is best sent again, by the length of the function that it was meant for: the
 * whole function, or only the lines that change.
 * @returns null where the place is not in a function
 */
export function editForm(
  { path, before }: Pick<OpenedFile, 'path' | 'before'>,
  edit: PatchEdit,
): string | null {
  if (before === null) return null
  const { text } = decodeText(before)
  const region = lostRegion(text, edit)
  if (region === null) return null
  const lines = text.split(/\r?\n/)
  // The region may begin a line early.
  const middle = region.line + Math.floor((region.text.split('\n').length - 1) / 2)
  const found = functionAround(outlineOf(path, lines), lines, middle)
  if (found === null) return null
  const { name, first, last } = found
  const count = last - first + 1
  return count < WHOLE_LINES
    ? `"${name}" has ${count} lines: copy all of them, lines ${first}-${last}, into old_str.`
    : `"${name}" has ${count} lines: copy only the lines that change, and two lines around them, into old_str.`
}

interface Place {
  name: string
  first: number
  last: number
}

/** The innermost definition with a body around a line. */
function functionAround(
  entries: readonly OutlineEntry[],
  lines: readonly string[],
  line: number,
): Place | null {
  const around = entries.flatMap((entry, at) => {
    if (!entry.scope || entry.line > line) return []
    const next = entries.slice(at + 1).find(({ indent }) => indent <= entry.indent)
    const last = lastLine(lines, entry, (next?.line ?? lines.length + 1) - 1)
    return last >= line ? [{ name: entry.text, first: entry.line, last }] : []
  })
  return around.at(-1) ?? null
}

/** Its body ends at the last line that is further in, or at a bracket in the column of its name. */
function lastLine(lines: readonly string[], { line, indent }: OutlineEntry, most: number): number {
  let last = line
  for (let at = line; at < most; at++) {
    const text = lines[at] ?? ''
    if (text.trim() === '') continue
    const depth = /^\s*/.exec(text)?.[0].replaceAll('\t', '    ').length ?? 0
    const closes = depth === indent && /^\s*(?:[)\]}]|end\b)/.test(text)
    if (depth <= indent && !closes) break
    last = at + 1
  }
  return last
}

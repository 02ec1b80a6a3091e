import { compareLines } from '../text/compare_lines.js'
import { looseKey } from '../text/lines.js'

import type { EditTexts, Style } from './style.js'

export interface MergeInput extends EditTexts {
  style: Style
}

/** A line of new_str that is not blank. */
interface Word {
  text: string
  /** Blank lines above it in new_str. */
  above: number
}

/**
 * A three-way merge: the change from old_str to new_str is applied to the file's own lines. Unchanged lines keep
 * the bytes of the file. Lines of the file that old_str omits must occur in new_str, in their place.
 * @returns the lines from the first paired line of the file to the last; null when both sides changed the same
 *   place, or too much changed
 */
export function mergeLines(input: MergeInput): string[] | null {
  const { old, pairs, lines } = input
  const at = (index: number) => lines[index]?.text ?? ''
  const base = pairs.map(({ line }) => line)
  const words = wordsOf(input)
  if (words === null) return null
  const parts = compareLines(
    base.map((line) => at(line).trimEnd()),
    words.map(({ text }) => text.trimEnd()),
  )
  if (parts === null) return null
  // When the edit removes lines, the lines that old_str omits may be meant as well.
  const shrinks = parts.some(
    ({ removed, value }, index) =>
      removed &&
      value.length > (parts[index + 1]?.added ? (parts[index + 1]?.value.length ?? 0) : 0),
  )
  if (shrinks && !holds(words, leftOut(0, base.length))) return null
  const out: string[] = []
  let left = 0
  let right = 0
  for (const [index, { added, removed, value }] of parts.entries()) {
    const before = parts[index - 1]
    if (!added && !removed)
      for (let step = 0; step < value.length; step += 1) {
        const isFirst = step === 0 && before !== undefined
        // A line that is in neither text: it may have been omitted or removed.
        if (!isFirst && left + step > 0 && leftOut(left + step, left + step).length > 0) return null
        const grown = isFirst && before.added === true && parts[index - 2]?.removed !== true
        if (out.length > 0 || before !== undefined)
          out.push(
            ...gapAbove(left + step, words[right + step], { inserted: grown, edge: isFirst }),
          )
        out.push(at(base[left + step] ?? 0))
      }
    else if (removed) {
      const next = parts[index + 1]
      const said = next?.added ? words.slice(right, right + next.value.length) : []
      if (!holds(said, leftOut(left, left + value.length))) return null
    } else {
      const replaces = before?.removed === true
      const said = words.slice(right, right + value.length)
      if (!replaces && !holds(said, leftOut(left, left))) return null
      for (const [step, word] of said.entries()) {
        if (out.length > 0) {
          const from = left - (before?.value.length ?? 0)
          out.push(
            ...(step === 0 && replaces ? gapAbove(from, word, REPLACED) : blanks(word.above)),
          )
        }
        out.push(word.text)
      }
    }
    if (!added) left += value.length
    if (!removed) right += value.length
  }
  return out

  /** Lines of the file around base[from..to) that are missing in old_str. */
  function leftOut(from: number, to: number): string[] {
    const start = from > 0 ? (base[from - 1] ?? 0) + 1 : (base[0] ?? 0)
    const end = to < base.length ? (base[to] ?? 0) : (base.at(-1) ?? 0) + 1
    const known = new Set(base)
    return range(start, end)
      .filter((line) => !known.has(line) && at(line).trim() !== '')
      .map(at)
  }

  /** The blank lines above a line: as in the file, unless new_str has another number of them than old_str. */
  function gapAbove(index: number, word: Word | undefined, { inserted, edge }: Gap): string[] {
    if (index === 0) return []
    const now = word?.above ?? 0
    if (inserted) return blanks(now)
    const gap = range((base[index - 1] ?? 0) + 1, base[index] ?? 0).map(at)
    const bare = gap.filter((line) => line.trim() === '')
    const said = (pairs[index]?.old ?? 0) - (pairs[index - 1]?.old ?? 0) - 1
    if (now === said || (said !== bare.length && !edge)) return bare
    return blanks(now)
  }

  /** The lines of new_str in the style of the file. */
  function wordsOf({ fresh, style }: MergeInput): Word[] | null {
    const lineFor = new Map(pairs.map((pair) => [pair.old, pair.line]))
    const found: Word[] = []
    const changes = compareLines(old, fresh)
    if (changes === null) return null
    let from = 0
    let above = 0
    for (const [index, { added, removed, value }] of changes.entries()) {
      for (const [step, line] of removed ? [] : value.entries()) {
        // It is unknown whether the new line needs a comma or semicolon in the file.
        if (added && style.dropsMarks && isBare(line)) return null
        const same = added || style.asFile ? undefined : lineFor.get(from + step)
        // A final comma may be the purpose of the edit: the list may end or continue there.
        const last = step === value.length - 1 && index < changes.length - 1
        if (same !== undefined && last && endMark(at(same)) !== endMark(line)) return null
        if (line.trim() === '') above += 1
        else {
          found.push({ text: same === undefined ? style.translate(line) : at(same), above })
          above = 0
        }
      }
      if (!added) from += value.length
    }
    return found
  }
}

/** A line with text that does not end with a comma, a semicolon, a colon or an opening bracket. */
interface Gap {
  /** The lines above were inserted. */
  inserted: boolean
  /** The line is at the edge of a change. */
  edge: boolean
}

const REPLACED: Gap = { inserted: false, edge: true }

function isBare(line: string): boolean {
  return /\w/.test(line) && !/[,;:([{]$/.test(line.trimEnd())
}

/** A comma or semicolon at the end. */
function endMark(line: string): string {
  return /[,;]?$/.exec(line.trimEnd())?.[0] ?? ''
}

/** Whether all of these lines occur, in this order. */
function holds(said: readonly Word[], lines: readonly string[]): boolean {
  let at = 0
  for (const { text } of said)
    if (at < lines.length && looseKey(text) === looseKey(lines[at] ?? '')) at += 1
  return at >= lines.length
}

function blanks(count: number): string[] {
  return Array.from({ length: count }, () => '')
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)
}

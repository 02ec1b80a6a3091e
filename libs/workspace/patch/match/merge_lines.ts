import { compareLines } from '../text/compare_lines.js'
import { type Line, looseKey } from '../text/lines.js'
import type { Alignment } from './align.js'
import type { Dialect } from './style.js'

export interface MergeInput {
  /** Lines of old_str: what both sides come from. */
  old: readonly string[]
  /** Lines of new_str. */
  fresh: readonly string[]
  /** Which line of the file stands for which of `old`; all of `old` but its blank lines. */
  pairs: Alignment
  lines: readonly Line[]
  dialect: Dialect
}

/** A line of new_str that says something. */
interface Word {
  text: string
  /** Blank lines above it in new_str. */
  above: number
}

/**
 * Three-way: what makes new_str of old_str is done to the file's own lines. Lines that stay are the file's, to
 * the byte; lines of the file that old_str left out have to stand in new_str, at their place.
 * @returns the lines from the first paired line of the file to the last; null: both sides changed the same place, or too much changed
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
  // Who takes lines out may have meant those as well that old_str does not show.
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
        // In neither text: nobody can tell whether it was left out or taken out.
        if (!isFirst && left + step > 0 && leftOut(left + step, left + step).length > 0) return null
        const grown = isFirst && before.added === true && parts[index - 2]?.removed !== true
        if (out.length > 0 || before !== undefined)
          out.push(...gapAbove(left + step, words[right + step], grown, isFirst))
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
            ...(step === 0 && replaces ? gapAbove(from, word, false, true) : blanks(word.above)),
          )
        }
        out.push(word.text)
      }
    }
    if (!added) left += value.length
    if (!removed) right += value.length
  }
  return out

  /** Lines of the file around base[from..to) that old_str does not have. */
  function leftOut(from: number, to: number): string[] {
    const start = from > 0 ? (base[from - 1] ?? 0) + 1 : (base[0] ?? 0)
    const end = to < base.length ? (base[to] ?? 0) : (base.at(-1) ?? 0) + 1
    const known = new Set(base)
    return range(start, end)
      .filter((line) => !known.has(line) && at(line).trim() !== '')
      .map(at)
  }

  /** What stands above a line: as in the file, unless new_str has another number of blank lines than old_str. */
  function gapAbove(
    index: number,
    word: Word | undefined,
    inserted: boolean,
    edge: boolean,
  ): string[] {
    if (index === 0) return []
    const now = word?.above ?? 0
    if (inserted) return blanks(now)
    const gap = range((base[index - 1] ?? 0) + 1, base[index] ?? 0).map(at)
    const bare = gap.filter((line) => line.trim() === '')
    const said = (pairs[index]?.old ?? 0) - (pairs[index - 1]?.old ?? 0) - 1
    if (now === said || (said !== bare.length && !edge)) return bare
    return blanks(now)
  }

  /** new_str in the words of the file. */
  function wordsOf({ fresh, dialect }: MergeInput): Word[] | null {
    const lineFor = new Map(pairs.map((pair) => [pair.old, pair.line]))
    const found: Word[] = []
    const changes = compareLines(old, fresh)
    if (changes === null) return null
    let from = 0
    let above = 0
    for (const [index, { added, removed, value }] of changes.entries()) {
      for (const [step, line] of removed ? [] : value.entries()) {
        // Whether the new line has a mark at its end in the file's words, nobody can tell.
        if (added && dialect.dropsMarks && isBare(line)) return null
        const same = added || dialect.asFile ? undefined : lineFor.get(from + step)
        // A last comma may be what the edit is about: the list around it ends or begins there.
        const last = step === value.length - 1 && index < changes.length - 1
        if (same !== undefined && last && endMark(at(same)) !== endMark(line)) return null
        if (line.trim() === '') above += 1
        else {
          found.push({ text: same === undefined ? dialect.translate(line) : at(same), above })
          above = 0
        }
      }
      if (!added) from += value.length
    }
    return found
  }
}

/** It says something, and neither a mark nor an opening bracket ends it. */
function isBare(line: string): boolean {
  return /\w/.test(line) && !/[,;:([{]$/.test(line.trimEnd())
}

/** A comma or semicolon at the end. */
function endMark(line: string): string {
  return /[,;]?$/.exec(line.trimEnd())?.[0] ?? ''
}

/** true: every one of these lines is said, in this order. */
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

import { compareLines } from '../text/compare_lines.js'
import { indentOf, type Line, looseKey } from '../text/lines.js'
import type { Alignment } from './align.js'

/** How a file is written where a model wrote it otherwise: what turns a line of new_str into one of the file. */
export interface Dialect {
  /** true: new_str is written like the file; only old_str is not. */
  asFile: boolean
  /** true: commas or semicolons at line ends were left out of both texts. */
  dropsMarks: boolean
  translate(line: string): string
}

/** Blanks for a tab where nothing tells. */
const TAB_WIDTH = 4

interface Sample {
  said: string
  real: string
}

/**
 * Learns from the lines of old_str and the file's lines that stand for them. A new_str whose unchanged lines
 * are written like the file already (the model was wrong in old_str alone) is left as it is. Only indentation is
 * translated: what new_str says in a changed line, its quotes too, is what it says.
 */
export function learnDialect(
  old: readonly string[],
  fresh: readonly string[],
  pairs: Alignment,
  lines: readonly Line[],
): Dialect {
  const real = new Map(pairs.map(({ old: at, line }) => [at, lines[line]?.text ?? '']))
  const samples = pairs.map(({ old: at }) => ({ said: old[at] ?? '', real: real.get(at) ?? '' }))
  const kept = unchanged(old, fresh).flatMap(({ old: at, fresh: to }) => {
    const sample = real.get(at)
    return sample === undefined
      ? []
      : [{ said: old[at] ?? '', real: sample, again: fresh[to] ?? '' }]
  })
  const votes = { old: 0, file: 0 }
  for (const { said, real: there, again } of kept) {
    if (indentOf(said) === indentOf(there)) continue
    if (indentOf(again) === indentOf(there)) votes.file += 1
    else votes.old += 1
  }
  const asFile = votes.file > votes.old
  const straight = straightens(samples, kept) ? toStraight : (line: string) => line
  const dropsMarks = kept.some((each) => ends(each.real) && !ends(each.said) && !ends(each.again))
  const indent = asFile ? (line: string) => line : indenter(samples)
  return {
    asFile,
    dropsMarks,
    translate: (line) => (line.trim() === '' ? '' : indent(straight(line))),
  }
}

/** Lines that old_str and new_str share but for slips, in order. */
function unchanged(old: readonly string[], fresh: readonly string[]) {
  const parts = compareLines(old.map(looseKey), fresh.map(looseKey)) ?? []
  const found: { old: number; fresh: number }[] = []
  let left = 0
  let right = 0
  for (const { added, removed, value } of parts) {
    if (!added && !removed)
      for (let at = 0; at < value.length; at += 1) found.push({ old: left + at, fresh: right + at })
    if (!added) left += value.length
    if (!removed) right += value.length
  }
  return found.filter((each) => old[each.old]?.trim() !== '')
}

const CURLY = /[\u2018\u2019\u201C\u201D]/

/** Curly quotes said where the file has straight ones, in both texts: it is how the model writes, not what it means. */
function straightens(
  samples: readonly Sample[],
  kept: readonly { said: string; again: string }[],
): boolean {
  if (!samples.some(({ said }) => CURLY.test(said))) return false
  if (samples.some(({ real }) => CURLY.test(real))) return false
  return kept.every(({ said, again }) => !CURLY.test(said) || CURLY.test(again))
}

function toStraight(line: string): string {
  return line.replace(/[\u2018\u2019]/g, "'").replace(/[\u201C\u201D]/g, '"')
}

function ends(line: string): boolean {
  return /[,;]\s*$/.test(line)
}

function indenter(samples: readonly Sample[]): (line: string) => string {
  const known = new Map(samples.map(({ said, real }) => [indentOf(said), indentOf(real)]))
  const steps = [...known].filter(([said, real]) => said !== real)
  if (steps.length === 0) return (line) => line
  const convert = unitOf(steps)
  const ordered = [...known].sort(([a], [b]) => b.length - a.length)
  return (line) => {
    const said = indentOf(line)
    const [from, to] = ordered.find(([each]) => said.startsWith(each)) ?? []
    if (from !== undefined && to !== undefined)
      return to + convert(said.slice(from.length)) + line.slice(said.length)
    // Less deep than anything seen: as much less than the least deep.
    const [least = '', real = ''] = ordered.at(-1) ?? []
    const less = convert(least.slice(said.length)).length
    return real.slice(0, Math.max(0, real.length - less)) + line.slice(said.length)
  }
}

/** Tabs said where the file has blanks, or the reverse. */
function unitOf(steps: [string, string][]): (blanks: string) => string {
  const toBlanks = steps.find(([said, real]) => said.includes('\t') && /^ +$/.test(real))
  if (toBlanks) {
    const width = widthOf(toBlanks[1].length, toBlanks[0])
    return (blanks) => blanks.replaceAll('\t', ' '.repeat(width))
  }
  const toTabs = steps.find(([said, real]) => real.includes('\t') && /^ +$/.test(said))
  if (toTabs) {
    const width = widthOf(toTabs[0].length, toTabs[1])
    return (blanks) => '\t'.repeat(Math.round(blanks.length / width))
  }
  return (blanks) => blanks
}

function widthOf(blanks: number, tabs: string): number {
  const width = blanks / tabs.split('\t').slice(1).length
  return Number.isInteger(width) ? width : TAB_WIDTH
}

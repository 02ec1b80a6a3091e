import { compareLines } from '../text/compare_lines.js'
import { indentOf, type Line, looseKey } from '../text/lines.js'
import type { Alignment } from './align.js'

/** How the style of a file differs from that of the model's text. */
export interface Style {
  /** true: new_str already has the style of the file; only old_str does not. */
  asFile: boolean
  /** true: both texts omit commas or semicolons at line ends. */
  dropsMarks: boolean
  /** A line of new_str in the style of the file. */
  translate(line: string): string
}

/** Spaces for a tab when the texts do not show the width. */
const TAB_WIDTH = 4

interface Sample {
  /** A line as the model wrote it. */
  said: string
  /** The same line in the file. */
  real: string
}

/** old_str, new_str, the file, and the pairs of old_str's lines and the file's lines. */
export interface EditTexts {
  old: readonly string[]
  fresh: readonly string[]
  pairs: Alignment
  lines: readonly Line[]
}

/**
 * Learns the style from the lines of old_str and their counterparts in the file. When the unchanged lines of
 * new_str already have the style of the file, new_str is not translated. Only indentation is translated, and
 * curly quotes when the file has none: other text of a changed line is kept.
 */
export function learnStyle({ old, fresh, pairs, lines }: EditTexts): Style {
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

/** Lines that occur in old_str and new_str with the same loose key, in order. */
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

/** Both texts have curly quotes where the file has straight ones: the model writes them unintentionally. */
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
    // Less indented than every sample: reduced relative to the least indented one.
    const [least = '', real = ''] = ordered.at(-1) ?? []
    const less = convert(least.slice(said.length)).length
    return real.slice(0, Math.max(0, real.length - less)) + line.slice(said.length)
  }
}

/** Converts tabs to spaces or the reverse, as the samples show. */
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

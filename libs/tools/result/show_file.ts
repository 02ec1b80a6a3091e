import { estimateTokens } from '#core'
import { decodeText, type FileText } from '#workspace'
import type { Focus, ToolContext } from '../declare/tool.js'
import { type OutlineEntry, outlineOf, showOutline } from '../search/outline.js'
import { aimAt, type Region } from './aim.js'
import { countFitting, cutLine } from './cut_result.js'

/** Tokens for the first line and the lines about the rest. */
const FRAME_TOKENS = 80
/** The same without outline and aim: what follows is one short sentence. With more, a small result had two lines of a file. */
const PLAIN_FRAME_TOKENS = 50
/** Tokens for the first line alone. */
const HEAD_TOKENS = 30
/** Share of the text of a long file that its outline may take. */
const OUTLINE_SHARE = 0.4
/** Further named lines that the last line repeats. */
const MOST_NAMED = 6

/** The lines of a file that a result shows, and what it says about the others. */
export interface Shown extends Region {
  lines: string[]
  /** Below the lines: the outline, and how to read the rest. */
  notes: string[]
}

interface Range {
  start?: number | undefined
  end?: number | undefined
}

interface Caps {
  /** Maximum size of the result, its first line included; tokens. */
  resultTokens: number
  /** See ToolContext. */
  readTokens?: ToolContext['readTokens']
}

/** A search that named more of the lines than this named the file and no part of it. */
const MOST_SHARE = 0.5
/** A file of so many times the part around a value is short: it is shown whole. */
const SHORT = 3
/** The sum of the estimates of lines differs from the estimate of the whole text by less than this. */
const LEAST_SHARE = 0.5

/**
 * Chooses what a read shows (docs/design/prompt.md#reads). A file or range that fits is shown whole. A long file
 * without a range is shown as the part that the work is at, with an outline. A range that is too long is shown
 * around that place, else from its beginning; it is never cut in its middle.
 */
export function showFile(
  file: FileText,
  range: Range,
  { resultTokens, readTokens = wholeOf(resultTokens) }: Caps,
  focus: () => Focus | null,
): Shown {
  const whole = file.totalLines === 0 ? [] : file.text.split('\n')
  const isLong = range.start === undefined && range.end === undefined
  const fits = (most: number) => !file.truncated && isWithin(whole, most - FRAME_TOKENS)
  const all: Shown = { first: file.firstLine, last: file.lastLine, lines: whole, notes: [] }
  if (fits(isLong ? Math.min(readTokens.whole, readTokens.value * SHORT) : resultTokens)) return all
  const isBounded = isLong || range.end !== undefined
  const given = isBounded ? focus() : null
  const isValue = isLong && given?.isValue === true
  if (isLong && !isValue && fits(readTokens.whole)) return all
  const isPart = given !== null && given.lines.length < file.totalLines * MOST_SHARE
  const named = isPart || given?.isRest === true ? given : null
  const tokens = isValue ? readTokens.value : isLong ? readTokens.part : resultTokens
  const lines = isLong || named !== null ? linesOf(file) : []
  const source = { file, all: lines, named }
  const about = given?.note === undefined ? [] : [`… ${given.note}`]
  const entries = isLong && !isValue ? outlineOf(file.path, lines) : []
  const frame = named === null && entries.length === 0 ? PLAIN_FRAME_TOKENS : FRAME_TOKENS
  for (let share = 1; ; share *= 0.9) {
    const budget = Math.floor(tokens * share) - frame
    const part = isLong ? showLong(source, entries, budget) : showRange(source, range, budget)
    const shown = { ...part, notes: [...part.notes, ...about] }
    if (share <= LEAST_SHARE || isWithin([...shown.lines, ...shown.notes], tokens - HEAD_TOKENS))
      return shown
  }
}

/** Without caps of its own a read may take all of the result. */
function wholeOf(resultTokens: number): Required<Caps>['readTokens'] {
  return { whole: resultTokens, part: resultTokens, value: resultTokens }
}

function isWithin(lines: readonly string[], tokens: number): boolean {
  return countFitting(lines, tokens) === lines.length && estimateTokens(lines.join('\n')) <= tokens
}

interface Source {
  file: FileText
  /** All its lines. */
  all: readonly string[]
  named: Focus | null
}

/** The part of a range around the named lines; without them its beginning. */
function showRange({ file, all, named }: Source, range: Range, budget: number): Shown {
  const given = file.text.split('\n')
  const last = Math.min(range.end ?? file.totalLines, file.totalLines)
  const within = { first: file.firstLine, last }
  const aimed = aimAt(all, named?.lines ?? [], { tokens: budget, within })
  if (aimed !== null && named !== null) return aimedPart(file, { all, named, aimed, budget })
  return fromStart(file, given.slice(0, countFitting(given, budget)), budget)
}

/** An outline, and the part that the work is at; without such a part the beginning. */
function showLong(
  { file, all, named }: Source,
  entries: readonly OutlineEntry[],
  budget: number,
): Shown {
  const within = { first: 1, last: all.length }
  const near = named?.lines[0] ?? 1
  const outline = showOutline(entries, { near, tokens: budget * OUTLINE_SHARE })
  const left = budget - (outline.length === 0 ? 0 : Math.floor(budget * OUTLINE_SHARE))
  const head = outline.length === 0 ? [] : [`… Outline of ${file.path}, as line: definition.`]
  const aimed = aimAt(all, named?.lines ?? [], { tokens: left, within })
  const part =
    aimed === null || named === null
      ? fromStart(file, all.slice(0, countFitting(all, left)), left)
      : aimedPart(file, { all, named, aimed, budget: left })
  return { ...part, notes: [...head, ...outline, ...part.notes] }
}

function fromStart(file: FileText, lines: readonly string[], budget: number): Shown {
  const first = file.firstLine
  const last = first + lines.length - 1
  const more = `… ${file.totalLines - last} lines follow. Call read_file with start_line ${last + 1} for the rest.`
  const notes = last < file.totalLines ? [more] : []
  return { first, last, lines: lines.map((line) => cutLine(line, budget)), notes }
}

function aimedPart(
  file: FileText,
  {
    all,
    named,
    aimed,
    budget,
  }: { all: readonly string[]; named: Focus; aimed: Region; budget: number },
): Shown {
  const { first, last } = aimed
  const others = named.lines.filter((line) => line < first || line > last)
  const also = others.length === 0 ? '' : ` It also names ${listed(others)}.`
  const sides = [
    ...(first > 1 ? [`${first - 1} lines before`] : []),
    ...(last < file.totalLines ? [`${file.totalLines - last} lines after`] : []),
  ]
  const rest = `… ${sides.join(' and ')} are not shown. This part is what ${named.by} named.${also} Call read_file with start_line and end_line for other lines.`
  const lines = all.slice(first - 1, last).map((line) => cutLine(line, budget))
  return { first, last, lines, notes: sides.length === 0 ? [] : [rest] }
}

function listed(lines: readonly number[]): string {
  const shown = lines.slice(0, MOST_NAMED).join(', ')
  const more = lines.length > MOST_NAMED ? ` and ${lines.length - MOST_NAMED} more` : ''
  return `line${lines.length === 1 ? '' : 's'} ${shown}${more}`
}

/** All lines of the file. A read returns at most LIMITS.readLines of them. */
function linesOf({ bytes }: FileText): string[] {
  const lines = decodeText(bytes)
    .text.replace(/^\uFEFF/, '')
    .split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

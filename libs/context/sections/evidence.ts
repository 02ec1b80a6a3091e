import { type Evidence, estimateTokens } from '#core'
import { pinnedRows, rangeOf } from '../input/pins.js'
import type { PromptInput, Section } from '../input/section.js'
import { type OpenSearch, openSearch } from '../open_search.js'
import { recallText } from '../recall/recall_text.js'
import { cutToAims, rangeOf as linesOf } from '../text/cut_to_aims.js'
import { editedAfter, editedLines } from '../text/edited_lines.js'
import { fitLines } from '../text/fit.js'
import { showLines } from '../text/show_lines.js'
import { usedLines } from '../used.js'

const SMALLEST = 60
/** Files that were only read, newest first: a longer list fills the room of the next reads. */
const MOST_LOOKS = 3
const MOST_USED = 3
const USED_TOKENS = 70
/** Share of the section for a file that was asked for again. */
const PIN_SHARE = 0.7
/** Share of the section for the list of files that a search left open. */
const LIST_SHARE = 0.6
/** So many lines that name edited files make a file a list to work through. */
const LIST_LINES = 2
const NO_AIMS: ReadonlySet<string> = new Set()

/**
 * Full text: the last failing test, what the last search left open, what was asked for again after a rebuild, then the files of the
 * task as they are on disk now (an edit invalidates older reads), then the newest outputs (docs/design/prompt.md#evidence).
 */
export const evidence: Section = {
  name: 'evidence',
  order: 60,
  begins: 'Evidence:',
  share: 0.4,
  atStart: false,
  render(input, budgetTokens) {
    const parts: string[] = []
    let left = budgetTokens
    for (const block of blocks(input)) {
      if (left < SMALLEST) break
      const text = block.text(Math.min(left - 20, block.most(budgetTokens)))
      if (text === null || text.trim() === '') continue
      left -= estimateTokens(text)
      if (left < 0) break
      parts.push(text)
    }
    return parts.length === 0 ? '' : ['Evidence:', ...parts].join('\n')
  },
}

interface Block {
  /** Titles, each with its text below, in at most `tokens`; null: there is nothing to show. */
  text(tokens: number): string | null
  most(budgetTokens: number): number
}

function* blocks(input: PromptInput): Generator<Block> {
  const test = input.evidence.find((row) => row.kind === 'test_result')
  const isShown = ({ id }: Evidence) => input.inTail?.has(id) === true
  if (test !== undefined && test.facts.passed !== true && !isShown(test))
    yield output(test, input, 0.35)
  const search = openSearch(input)
  if (search !== null && !isShown(search.row)) yield listing(search)
  const pins = pinnedRows(input).filter((row) => !isShown(row) && row.id !== search?.row.id)
  for (const row of pins)
    yield typeof row.facts.path === 'string' ? pinnedFile(row, input) : output(row, input, 0.25)
  const opened = new Set(pins.map(({ facts }) => facts.path))
  const used: Block[] = []
  let looks = 0
  for (const path of filesInPlay(input)) {
    const read = input.evidence.find((row) => row.kind === 'file_read' && row.facts.path === path)
    const isEdited = input.evidence.some(
      ({ kind, facts }) => kind === 'edit_applied' && facts.path === path,
    )
    const lines = read === undefined || isEdited ? [] : usedLines(read, input)
    if (isCurrent(path, input)) opened.add(path)
    else if (read !== undefined && lines.length > 0) used.push(usedFile(path, lines, read))
    else if (isEdited || ++looks <= MOST_LOOKS) yield fileBlock(path, read, input)
    else continue
    opened.add(path)
  }
  yield* used.slice(0, MOST_USED)
  const isDone = (row: Evidence) =>
    row === test || row === search?.row || pins.includes(row) || isShown(row)
  const recalled = new Set<string>()
  yield recall(input, recalled, (row) => isDone(row) || opened.has(row.facts.path))
  for (const row of input.evidence) {
    const isOutput = row.kind === 'shell_output' || row.kind === 'symbol_lookup'
    if (isOutput && !isDone(row) && !recalled.has(row.id)) yield output(row, input, 0.2)
  }
}

/** What the work needs of other results (docs/design/prompt.md#evidence). @param shown  gets the ids of its rows */
function recall(input: PromptInput, shown: Set<string>, skip: (row: Evidence) => boolean): Block {
  return {
    text(tokens) {
      const { text, rows } = recallText(input, tokens, skip)
      for (const id of rows) shown.add(id)
      return text
    },
    most: (budget) => budget,
  }
}

/**
 * The file that was edited last comes first: the work is about it, even if others were read since. Then those that the user
 * named: a rule that was read once there is needed to the end.
 */
function filesInPlay({ task, additions, evidence: rows }: PromptInput): Set<string> {
  const edited = rows.find((row) => row.kind === 'edit_applied')
  const touched = rows.filter((row) => row.kind === 'edit_applied' || row.kind === 'file_read')
  const paths = [...(edited === undefined ? [] : [edited]), ...touched]
    .map((row) => row.facts.path)
    .filter((path) => typeof path === 'string')
  const said = [task, ...additions].join('\n')
  const [last, ...others] = new Set(paths)
  if (last === undefined) return new Set()
  const isNamed = (path: string) => said.includes(path)
  return new Set([
    ...(edited === undefined ? [] : [last]),
    ...[last, ...others].filter(isNamed),
    ...[last, ...others],
  ])
}

function output(row: Evidence, input: PromptInput, share: number): Block {
  return {
    text(tokens) {
      const body = currentBody(row, input)
      if (body.trim() === '') return null
      return `--- ${row.id} ${row.subject}\n${cutToAims(body, input.aims ?? NO_AIMS, tokens)}`
    },
    most: (budget) => Math.floor(budget * share),
  }
}

/** The text of a result without the lines of a listing whose files were edited after it. */
function currentBody(row: Evidence, { evidence, payload }: PromptInput): string {
  const body = payload(row)
  const edited = editedAfter(row, evidence)
  const gone = edited === null ? null : editedLines(body, edited)
  if (gone === null || gone.size === 0) return body
  return body
    .split('\n')
    .filter((_, at) => !gone.has(at))
    .join('\n')
}

/** The hits of the last search in files that are not edited yet. */
function listing({ row, text }: OpenSearch): Block {
  return {
    text: (tokens) =>
      `--- ${row.id} ${row.subject}: still open\n${fitLines(text.split('\n'), tokens)}`,
    most: (budget) => Math.floor(budget * LIST_SHARE),
  }
}

/** A read whose values are facts by now: the lines that they came from. */
function usedFile(path: string, lines: readonly string[], read: Evidence): Block {
  const title = `--- ${path} lines of ${rangeText(read)} with facts`
  return {
    text: (tokens) => `${title}\n${fitLines(lines, tokens)}`,
    most: () => USED_TOKENS,
  }
}

function rangeText({ facts }: Evidence): string {
  return typeof facts.lines === 'string' ? facts.lines : 'all'
}

function pinnedFile(row: Evidence, input: PromptInput): Block {
  return { ...fileBlock(String(row.facts.path), row, input), most: (budget) => budget * PIN_SHARE }
}

/** The tail shows its text whole, and nothing has changed it since. */
function isCurrent(path: string, { evidence, inTail }: PromptInput): boolean {
  const newest = evidence.find(({ facts }) => facts.path === path)
  return newest?.kind === 'file_read' && inTail?.has(newest.id) === true
}

function fileBlock(path: string, read: Evidence | undefined, input: PromptInput): Block {
  const range = read === undefined ? null : rangeOf(read)
  const lines = range !== null && Number.isFinite(range.end) ? range : null
  const done = editedPaths(input.evidence).filter((other) => other !== path)
  return {
    text(tokens) {
      const body = input.current(path, lines)
      if (body === null || body.trim() === '') return null
      const first = lines?.start ?? 1
      const aims = input.aims ?? NO_AIMS
      // A line of a list whose file is edited is done.
      const skip = (line: string) => done.some((other) => line.includes(other))
      const all = body.split('\n')
      const whole = all.filter(skip).length < LIST_LINES ? undefined : skip
      const runs = showLines(all, { first, aims, budgetTokens: tokens, skip: whole })
      const isWhole = runs[0]?.lines.length === all.length
      if (isInTail(runs, input)) return null
      return runs
        .map((run) => {
          const place = isWhole && lines === null ? '' : ` lines ${linesOf(run)}`
          return [`--- ${path}${place} (current text)`, ...run.lines].join('\n')
        })
        .join('\n')
    },
    most: (budget) => Math.floor(budget * 0.4),
  }
}

/** The kept tail shows all of these lines. */
function isInTail(runs: readonly { lines: readonly string[] }[], { shownLines }: PromptInput) {
  if (shownLines === undefined) return false
  return runs.every(({ lines }) => lines.every((line) => shownLines.has(line.trim())))
}

function editedPaths(rows: readonly Evidence[]): string[] {
  const paths = rows.map(({ kind, facts }) => (kind === 'edit_applied' ? facts.path : null))
  return [...new Set(paths.filter((path) => typeof path === 'string'))]
}

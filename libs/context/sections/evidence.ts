import { type Evidence, estimateTokens } from '#core'
import { cutToAims } from '../cut_to_aims.js'
import { pinnedRows, rangeOf } from '../pins.js'
import type { PromptInput, Section } from '../section.js'

const SMALLEST = 60
const NO_AIMS: ReadonlySet<string> = new Set()

/**
 * Full text: the last failing test, what was asked for again after a rebuild, then the files of the task as they are on disk now (an edit
 * invalidates older reads), then the newest outputs (docs/design/prompt.md#evidence).
 */
export const evidence: Section = {
  name: 'evidence',
  order: 60,
  share: 0.4,
  atStart: false,
  render(input, budgetTokens) {
    const parts: string[] = []
    let left = budgetTokens
    for (const block of blocks(input)) {
      if (left < SMALLEST) break
      const body = block.text()
      if (body === null || body.trim() === '') continue
      const most = Math.min(left - 20, block.most(budgetTokens))
      const part = `--- ${block.title}\n${cutToAims(body, input.aims ?? NO_AIMS, most)}`
      left -= estimateTokens(part)
      if (left < 0) break
      parts.push(part)
    }
    return parts.length === 0 ? '' : ['Evidence:', ...parts].join('\n')
  },
}

interface Block {
  title: string
  text(): string | null
  most(budgetTokens: number): number
}

function* blocks(input: PromptInput): Generator<Block> {
  const test = input.evidence.find((row) => row.kind === 'test_result')
  const isShown = ({ id }: Evidence) => input.inTail?.has(id) === true
  if (test !== undefined && test.facts.passed !== true && !isShown(test))
    yield output(test, input, 0.35)
  const pins = pinnedRows(input).filter((row) => !isShown(row))
  for (const row of pins)
    yield typeof row.facts.path === 'string' ? pinnedFile(row, input) : output(row, input, 0.25)
  for (const path of filesInPlay(input.evidence))
    if (!isCurrent(path, input)) yield file(path, input)
  for (const row of input.evidence) {
    if (
      row === test ||
      pins.includes(row) ||
      isShown(row) ||
      (row.kind !== 'shell_output' && row.kind !== 'symbol_lookup')
    )
      continue
    yield output(row, input, 0.2)
  }
}

/** The file that was edited last comes first: the work is about it, even if others were read since. */
function filesInPlay(rows: readonly Evidence[]): Set<string> {
  const edited = rows.find((row) => row.kind === 'edit_applied')
  const touched = rows.filter((row) => row.kind === 'edit_applied' || row.kind === 'file_read')
  const paths = [...(edited === undefined ? [] : [edited]), ...touched].map((row) => row.facts.path)
  return new Set(paths.filter((path) => typeof path === 'string'))
}

function output(row: Evidence, input: PromptInput, share: number): Block {
  return {
    title: `${row.id} ${row.subject}`,
    text: () => input.payload(row),
    most: (budget) => Math.floor(budget * share),
  }
}

function file(path: string, input: PromptInput): Block {
  const read = input.evidence.find((row) => row.kind === 'file_read' && row.facts.path === path)
  return fileBlock(path, read, input)
}

function pinnedFile(row: Evidence, input: PromptInput): Block {
  return fileBlock(String(row.facts.path), row, input)
}

/** The tail shows its text whole, and nothing has changed it since. */
function isCurrent(path: string, { evidence, inTail }: PromptInput): boolean {
  const newest = evidence.find(({ facts }) => facts.path === path)
  return newest?.kind === 'file_read' && inTail?.has(newest.id) === true
}

function fileBlock(path: string, read: Evidence | undefined, input: PromptInput): Block {
  const range = read === undefined ? null : rangeOf(read)
  const lines = range !== null && Number.isFinite(range.end) ? range : null
  return {
    title: `${path}${lines === null ? '' : ` lines ${lines.start}-${lines.end}`} (current text)`,
    text: () => input.current(path, lines),
    most: (budget) => Math.floor(budget * 0.4),
  }
}

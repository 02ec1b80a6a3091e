import { type Evidence, estimateTokens } from '#core'
import { fitText } from '../fit.js'
import type { PromptInput, Section } from '../section.js'

const SMALLEST = 60

/**
 * Full text: the last failing test, then the files of the task as they are on disk now (an edit
 * invalidates older reads), then the newest outputs (docs/design/prompt.md#evidence).
 */
export const evidence: Section = {
  name: 'evidence',
  order: 60,
  share: 0.6,
  atStart: false,
  render(input, budgetTokens) {
    const parts: string[] = []
    let left = budgetTokens
    for (const block of blocks(input)) {
      if (left < SMALLEST) break
      const body = block.text()
      if (body === null || body.trim() === '') continue
      const part = `--- ${block.title}\n${fitText(body, Math.min(left - 20, block.most(budgetTokens)))}`
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
  if (test !== undefined && test.facts.passed !== true) yield output(test, input, 0.35)
  for (const path of filesInPlay(input.evidence)) yield file(path, input)
  for (const row of input.evidence) {
    if (row === test || (row.kind !== 'shell_output' && row.kind !== 'symbol_lookup')) continue
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
  const range = /^(\d+)-(\d+)$/.exec(String(read?.facts.lines ?? ''))
  const lines = range === null ? null : { start: Number(range[1]), end: Number(range[2]) }
  return {
    title: `${path}${lines === null ? '' : ` lines ${lines.start}-${lines.end}`} (current text)`,
    text: () => input.current(path, lines),
    most: (budget) => Math.floor(budget * 0.4),
  }
}

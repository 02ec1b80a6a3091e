import type { MapFacts, PromptInput, Section } from '#context'
import type { Tag } from '#map'

const BUDGETS = [1_000, 2_000, 4_000, 8_000]

export interface Gold {
  files: readonly string[]
  /** Path and line of each definition that was changed. */
  functions: readonly { path: string; line: number }[]
}

/** The innermost definitions around the changed lines. */
export function goldFunctions(path: string, tags: readonly Tag[], lines: readonly number[]) {
  const found = new Map<number, { path: string; line: number }>()
  for (const line of lines) {
    const around = tags.filter((tag) => tag.line <= line && line <= tag.end)
    const inner = around.sort((a, b) => a.end - a.line - (b.end - b.line))[0]
    if (inner !== undefined) found.set(inner.line, { path, line: inner.line })
  }
  return [...found.values()]
}

export interface Score {
  hit1: number
  mrr: number
  recall5: number
  recall10: number
  files: number[]
  /** null: the commit changed no definition. */
  functions: number[] | null
}

/** Scores one ranking: places of the gold files, and what the rendered block shows at each budget. */
export function score(files: MapFacts['files'], gold: Gold, section: Section): Score {
  const order = files.map(({ path }) => path)
  const places = gold.files.map((path) => order.indexOf(path)).filter((at) => at !== -1)
  const first = Math.min(...places, Number.POSITIVE_INFINITY)
  const blocks = BUDGETS.map((tokens) =>
    section
      .render({ map: { files, left: 0, tokens }, evidence: [] } as unknown as PromptInput, tokens)
      .split('\n'),
  )
  return {
    hit1: first === 0 ? 1 : 0,
    mrr: Number.isFinite(first) ? 1 / (first + 1) : 0,
    recall5: places.filter((at) => at < 5).length / gold.files.length,
    recall10: places.filter((at) => at < 10).length / gold.files.length,
    files: blocks.map((lines) =>
      share(
        gold.files.filter((path) => lines.includes(path)),
        gold.files,
      ),
    ),
    functions:
      gold.functions.length === 0
        ? null
        : blocks.map((lines) =>
            share(
              gold.functions.filter((one) => shows(lines, one)),
              gold.functions,
            ),
          ),
  }
}

function shows(lines: readonly string[], { path, line }: { path: string; line: number }): boolean {
  const from = lines.lastIndexOf(path)
  if (from === -1) return false
  for (let at = from + 1; at < lines.length && /^\d+: /.test(lines[at] ?? ''); at++)
    if (lines[at]?.startsWith(`${line}: `)) return true
  return false
}

function share(part: readonly unknown[], all: readonly unknown[]): number {
  return part.length / all.length
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, one) => sum + one, 0) / values.length
}

export function summarise(scores: readonly Score[]) {
  const of = (pick: (score: Score) => number) => round(mean(scores.map(pick)))
  const withFunctions = scores.flatMap(({ functions }) => (functions === null ? [] : [functions]))
  return {
    tasks: scores.length,
    hit1: of(({ hit1 }) => hit1),
    mrr: of(({ mrr }) => mrr),
    recall5: of(({ recall5 }) => recall5),
    recall10: of(({ recall10 }) => recall10),
    files: Object.fromEntries(
      BUDGETS.map((tokens, at) => [tokens, of(({ files }) => files[at] ?? 0)]),
    ),
    functions: Object.fromEntries(
      BUDGETS.map((tokens, at) => [tokens, round(mean(withFunctions.map((one) => one[at] ?? 0)))]),
    ),
  }
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000
}

import { changesIn, type Row } from '#planner'
import type { Deps } from '../deps/deps.js'
import type { Frame } from '../step/frame.js'
import { taskChanges } from './net_changes.js'
import { rowsOf } from './rows.js'

/** Files that are parsed for one end: each is a process of its own. */
const MOST_FILES = 20
const MOST_CHARS = 1_000_000
/** Texts that are made into code, or that a test wants to be broken. */
const NO_CODE =
  /(?:^|\/)(?:fixtures?|__fixtures__|testdata|templates?|skeletons?|cassettes)\/|\{\{|\{%/

/**
 * Parses the changed files whose newest version no edit tool parsed, before an end is judged: a test run loads only some of
 * them. A file that did not parse before the task is left out.
 */
export async function parseChanges({
  frame,
  deps,
  signal,
}: {
  frame: Frame
  deps: Pick<Deps, 'ledger' | 'workspace'>
  signal: AbortSignal
}): Promise<void> {
  const { workspace } = deps
  const open = notParsed(rowsOf(frame, deps))
  const changes = taskChanges(frame, deps)
    .filter(({ path, after }) => open(path) && after !== null && after.length <= MOST_CHARS)
    .filter(
      ({ path, after }) => !NO_CODE.test(path) && !NO_CODE.test((after ?? '').slice(0, 10_000)),
    )
    .slice(0, MOST_FILES)
  const parses = async (path: string, text: string | null) =>
    text === null || (await workspace.checkSyntax(path, Buffer.from(text), signal)) === null
  const broken: string[] = []
  for (const { path, before, after } of changes)
    if (!(await parses(path, after)) && (await parses(path, before))) broken.push(path)
  frame.unparsed = broken
}

/** Whether a file has no row of an edit that parsed it and was its last change. */
function notParsed(rows: readonly Row[]): (path: string) => boolean {
  const good = new Set<string>()
  for (const row of rows) {
    if (row.kind === 'edit_applied' && row.facts.by !== 'background') good.add(row.subject)
    if (row.facts.code === 'syntax_error') good.delete(row.subject)
    for (const { path } of changesIn(row)) good.delete(path)
  }
  return (path) => !good.has(path)
}

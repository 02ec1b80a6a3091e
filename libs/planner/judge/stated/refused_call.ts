import { changesIn } from '../facts/changes.js'
import { provingTest } from '../facts/test_rows.js'
import type { Row, Standing } from '../facts/types.js'
import { claimsChange, clausesOf } from './claims.js'

/** The newest call that the gate or the person refused, and why; null: none since the last change. */
export function refusedCall(rows: readonly Row[]): string | null {
  const row = rows.findLast((one) => one.kind === 'edit_applied' || isRefusal(one))
  return row === undefined || row.kind === 'edit_applied' ? null : describe(row)
}

/** A file that the task wants to be written and that no call could write, with the refusal. */
interface RefusedWrite {
  path: string
  /** The call and why it was refused. */
  refused: string
  /** The end says that it was written. */
  isClaimed: boolean
}

/** The newest refused write that counts for an end, whatever else was written after it; null: there is none. */
export function refusedWrite(standing: Standing, summary: string): RefusedWrite | null {
  const { rows, asked } = standing
  const found = rows.filter(isRefusal).flatMap((row) =>
    writesOf(row)
      .filter((path) => !rows.some((one) => one.number > row.number && hasWritten(one, path)))
      .map((path) => ({ path, refused: describe(row), isClaimed: isClaimed(summary, path) })),
  )
  const named = found.findLast(({ path, isClaimed: is }) => is || asked.includes(nameOf(path)))
  if (named !== undefined) return named
  // The task names no file that was written, and nothing shows that the others are enough.
  const isOther = rows.some((row) => changedBy(row).some((path) => asked.includes(nameOf(path))))
  return isOther || provingTest(standing) !== null ? null : (found.at(-1) ?? null)
}

const TESTS =
  /(?:^|[\s/:])(?:tests?|pytest|jest|vitest|mocha|ava|ctest|tox|nox|rspec|phpunit|unittest|check)(?=\s|$)/

/** A command that runs tests and was refused, where no test ran later; null: there is none. */
export function refusedTests({
  rows,
  testCommand,
}: Pick<Standing, 'rows' | 'testCommand'>): { command: string; refused: string } | null {
  const isTest = (command: unknown): command is string =>
    typeof command === 'string' &&
    (TESTS.test(command) || (testCommand !== null && command.includes(testCommand)))
  const row = rows.findLast(
    (one) => one.kind === 'test_result' || (isRefusal(one) && isTest(one.facts.command)),
  )
  const command = row?.facts.command
  if (row === undefined || row.kind === 'test_result' || !isTest(command)) return null
  return { command, refused: describe(row) }
}

function isRefusal({ kind, subject }: Row): boolean {
  return kind === 'diagnostic' && subject === 'gate'
}

function describe({ summary }: Row): string {
  return summary
    .replace(/^denied /, '')
    .replace(/\s+/g, ' ')
    .replace(/[.\s]+$/, '')
}

function writesOf({ facts }: Row): string[] {
  const { writes } = facts
  return Array.isArray(writes) ? writes.filter((path) => typeof path === 'string') : []
}

function hasWritten(row: Row, path: string): boolean {
  return changedBy(row).includes(path)
}

function changedBy(row: Row): string[] {
  return row.kind === 'edit_applied' ? [row.subject] : changesIn(row).map(({ path }) => path)
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function isClaimed(summary: string, path: string): boolean {
  return clausesOf(summary).some((one) => one.includes(nameOf(path)) && claimsChange(one))
}

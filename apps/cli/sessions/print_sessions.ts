import type { Ledger, SessionRow } from '#ledger'
import { printEntries, printLines } from '../output/in_rows.js'
import { sessionLine } from './session_line.js'

/** Prints a line for each session, for `limit` at most, and says where there are more. */
export function printSessions(
  rows: readonly SessionRow[],
  ledger: Ledger,
  limit = Number.POSITIVE_INFINITY,
): void {
  const older = `older sessions are not listed: pass --limit with more than ${limit}`
  if (rows.length > limit) printLines(older, process.stderr)
  const lines = rows.slice(0, limit).map((row) => sessionLine(row, ledger))
  printEntries(lines, process.stdout)
}

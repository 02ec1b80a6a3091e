import { withoutComment } from '../facts/comments.js'
import { isDocument } from '../facts/documentation.js'
import { PRINTERS } from '../facts/printers.js'
import type { FileChange, Row, Standing } from '../facts/types.js'

/** What this task shows: changed files, results, commands. */
export function shownText(standing: Standing): string {
  const { changes, sessionChanges, rows, textOf, checkTexts } = standing
  const files = [...changes, ...sessionChanges].map(
    ({ path, before, after }) => `${path}\n${before ?? ''}\n${after ?? ''}`,
  )
  const results = rows
    .filter(isOutside)
    .map((row) => (isPrinted(row) ? '' : `${row.subject}\n${textOf(row.id)}`))
  return [...files, ...results, ...checkTexts].join('\n')
}

/** More of them are not read. */
const MOST_TESTS = 50

/** Paths and texts of the project's tests. */
export function testTexts({ testFiles, textOfFile }: Standing): string[] {
  return testFiles.slice(0, MOST_TESTS).map((path) => `${path}\n${textOfFile(path)}`)
}

/** What the changed files and the rows held before the changes. */
export function textBefore({ changes, rows, textOf }: Standing): string {
  const files = changes.map(({ path, before }) => `${path}\n${before ?? ''}`)
  const read = rows.filter(({ kind }) => kind === 'file_read' || kind === 'symbol_lookup')
  return [...files, ...read.map(({ id, subject }) => `${subject}\n${textOf(id)}`)]
    .join('\n')
    .toLowerCase()
}

/** Lines that a change added, without comments outside of documents. */
export function addedLines({ path, before, after }: FileChange): string[] {
  return newLines(path, before, after)
}

/** The same of what it removed. */
export function removedLines({ path, before, after }: FileChange): string[] {
  return newLines(path, after, before)
}

function newLines(path: string, before: string | null, after: string | null): string[] {
  const plain = (text: string | null) => {
    const lines = (text ?? '').split('\n')
    return (isDocument(path) ? lines : lines.map(withoutComment)).map((line) => line.trim())
  }
  const old = new Set(plain(before))
  return plain(after).filter((line) => line !== '' && !old.has(line))
}

/** A note of the model and a message of the program show nothing. */
function isOutside({ kind }: Row): boolean {
  return kind !== 'decision' && kind !== 'diagnostic'
}

function isPrinted({ kind, subject }: Row): boolean {
  return kind === 'shell_output' && PRINTERS.test(subject)
}

/** Whether a test run failed before the newest one passed: it shows what the change does. */
export function turnedGreen({ rows }: Standing): boolean {
  const runs = rows.filter(({ kind }) => kind === 'test_result')
  return (
    runs.at(-1)?.facts.passed === true &&
    runs.slice(0, -1).some((row) => row.facts.passed === false)
  )
}

import type Database from 'better-sqlite3'
import { chunksOfRow, type EvidenceKind } from '#core'

/** Numbers of the index that one row of evidence has; more than MOST_CHUNKS. */
export const CHUNK_SPAN = 1_024

/** What a call showed. An edit is shown by its file, a decision by its own words. */
const SHOWN = new Set<EvidenceKind>([
  'file_read',
  'shell_output',
  'symbol_lookup',
  'test_result',
  'web_page',
])

/**
 * Removes the chunks of rows from the index.
 * @param numbersOf  a query for the numbers of the rows
 */
export function removeChunksSql(numbersOf: string): string {
  return `DELETE FROM evidence_chunks WHERE rowid IN (
    SELECT id FROM (${numbersOf}) AS own CROSS JOIN evidence_chunks_docsize
    WHERE id BETWEEN own.number * ${CHUNK_SPAN} AND own.number * ${CHUNK_SPAN} + ${CHUNK_SPAN - 1})`
}

/** Adds the chunks of a row to the index of words. */
export function createChunkIndex(
  db: Database.Database,
): (number: number, kind: EvidenceKind, text: string, command: unknown) => void {
  const insert = db.prepare<[number, string]>(
    'INSERT INTO evidence_chunks (rowid, body) VALUES (?, ?)',
  )
  return (number, kind, text, command) => {
    if (!SHOWN.has(kind)) return
    for (const [at, { lines }] of chunksOfRow(text, command).entries())
      insert.run(number * CHUNK_SPAN + at, lines.join('\n'))
  }
}

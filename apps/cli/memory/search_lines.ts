import type { Ledger } from '#ledger'
import {
  ageCaveat,
  findRecords,
  lineOf,
  type NotePlaces,
  readNotes,
  recordEnd,
  searchNotes,
} from '#memory'
import { noteLine } from './list_notes.js'

const MOST_RECORDS = 5
const FAILED_CHARS = 110

/** Notes by their words, then earlier tasks. @param ledger  null: there is none yet */
export function searchLines(query: string, places: NotePlaces, ledger: Ledger | null): string[] {
  const nowMs = Date.now()
  const all = [places.project, places.user].flatMap((place) => readNotes(place).notes)
  const notes = searchNotes(all, query, nowMs).flatMap((note) => {
    const caveat = ageCaveat(note, nowMs)
    return [noteLine(note), ...(caveat === '' || note.isRule ? [] : [`    ${caveat}`])]
  })
  const records = ledger === null ? [] : recordLines(query, ledger)
  return notes.length + records.length === 0 ? [`Nothing fits "${query}".`] : [...notes, ...records]
}

function recordLines(query: string, ledger: Ledger): string[] {
  const found = findRecords(ledger, {
    text: query,
    files: query.split(/\s+/),
    isSearch: true,
    limit: MOST_RECORDS,
  })
  return found.flatMap((record) => {
    const { taskId, day, asked, files, failed } = record
    const changed = files.length === 0 ? '' : ` · changed ${files.join(' ')}`
    const line = `task     ${taskId}  ${day}  ${recordEnd(record).end}: ${lineOf(asked)}${changed}`
    return [line, ...failed.map((text) => `    failed before: ${lineOf(text, FAILED_CHARS)}`)]
  })
}

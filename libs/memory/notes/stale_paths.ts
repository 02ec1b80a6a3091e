import { pathsIn } from '../extract/error_pattern.js'
import type { Note } from './note.js'

/** The day on which a file of the project was changed last, `2026-11-23`; null: there is no such file. */
export type ChangedOn = (path: string) => string | null

/** More names would be longer than the note. */
const MOST_NAMED = 3

/**
 * What to tell beside a note that names files: those that were changed after the day of the note, or are gone (row 210).
 * @returns '' where none is
 */
export function stalePaths(
  { body, created }: Pick<Note, 'body' | 'created'>,
  changedOn: ChangedOn,
): string {
  if (created === '') return ''
  const found = pathsIn(body.replace(/\b\w+:\/\/\S+/g, ' ')).flatMap((path) => {
    const day = changedOn(path)
    if (day === null) return path.includes('/') ? [`${path} is not there`] : []
    return day > created ? [`${path} was changed later`] : []
  })
  return found.slice(0, MOST_NAMED).join(', ')
}

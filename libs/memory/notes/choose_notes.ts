import { subjectWords } from '../words/subject_words.js'
import type { Note } from './note.js'

/** A note has to share so many words with a task, or this part of its own. */
const LEAST_WORDS = 2
const LEAST_SHARE = 0.34
const MOST_NOTES = 5
/** Words of its name and description say what a note is about. */
const TITLE_WEIGHT = 2

/**
 * The notes that a task has to do with, by their words alone: no clock, so that the same notes and task give the same
 * prompt on every day. Rules are left out: they have a place of their own.
 * @returns best first, at most `MOST_NOTES`
 */
export function chooseNotes(notes: readonly Note[], task: string): Note[] {
  const open = notes.filter(({ isRule, replacedBy }) => !isRule && replacedBy === null)
  if (open.length === 0) return []
  const words = subjectWords(task)
  const scored = open.flatMap((note) => {
    const title = subjectWords(`${note.name} ${note.description}`)
    const body = subjectWords(note.body)
    const own = new Set([...title, ...body])
    const shared = [...words].filter((word) => own.has(word))
    const isNear = shared.length >= LEAST_WORDS || shared.length >= own.size * LEAST_SHARE
    if (shared.length === 0 || !isNear) return []
    const inTitle = shared.filter((word) => title.has(word)).length
    return [{ note, score: shared.length + inTitle * (TITLE_WEIGHT - 1) }]
  })
  return scored
    .sort((a, b) => b.score - a.score || (a.note.name < b.note.name ? -1 : 1))
    .slice(0, MOST_NOTES)
    .map(({ note }) => note)
}

import { subjectWords } from '../words/subject_words.js'
import type { Note } from './note.js'

const DAY_MS = 86_400_000
/** Row 209: a note loses its weight over so many days; candidates of the words, then results. */
const LIFE_DAYS = 30
const CANDIDATES = 15
const MOST_RESULTS = 5
/** The least that age leaves of a rank: a rule of last year that has the words is still an answer. */
const LEAST_RECENCY = 0.2

/**
 * Finds notes by their words in name, description and text: candidates by shared words, then ranked by these times
 * confidence times age.
 * @returns best first, at most `MOST_RESULTS`
 */
export function searchNotes(notes: readonly Note[], query: string, nowMs: number): Note[] {
  const words = subjectWords(query)
  const plain = query.trim().toLowerCase()
  const matches = notes.flatMap((note) => {
    const text = `${note.name} ${note.description} ${note.body}`
    const own = subjectWords(text)
    const shared = [...words].filter((word) => own.has(word)).length
    // Words that say little alone, as `always`, still find the sentence that was typed.
    const whole = plain.length > 1 && text.toLowerCase().includes(plain) ? 1 : 0
    return shared + whole === 0 ? [] : [{ note, score: shared + whole }]
  })
  const candidates = matches.sort((a, b) => b.score - a.score || byName(a.note, b.note))
  return candidates
    .slice(0, CANDIDATES)
    .map(({ note, score }) => ({ note, rank: score * note.confidence * recency(note, nowMs) }))
    .sort((a, b) => b.rank - a.rank || byName(a.note, b.note))
    .slice(0, MOST_RESULTS)
    .map(({ note }) => note)
}

/** Row 210: what to tell beside a note that is older than a day; '' for a new one. */
export function ageCaveat({ created }: Pick<Note, 'created'>, nowMs: number): string {
  const days = daysOf(created, nowMs)
  return days === null || days < 2 ? '' : `${days} days old: verify files and names before use`
}

function recency({ created }: Note, nowMs: number): number {
  const days = daysOf(created, nowMs) ?? LIFE_DAYS
  return Math.max(LEAST_RECENCY, Math.exp(-days / LIFE_DAYS))
}

function daysOf(created: string, nowMs: number): number | null {
  const from = Date.parse(created)
  return Number.isNaN(from) ? null : Math.max(0, Math.floor((nowMs - from) / DAY_MS))
}

function byName(a: Note, b: Note): number {
  return a.name < b.name ? -1 : 1
}

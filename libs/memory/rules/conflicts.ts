import type { Note } from '../notes/note.js'
import { compareRules } from './compare_rules.js'

/** What a new rule meets among those that hold. */
export interface Conflicts {
  /** It says the same; null: none does. */
  same: Note | null
  /** It contradicts these, so they end. */
  replaces: Note[]
  /** It may contradict these; both hold, and the person gets a line. */
  doubtful: Note[]
}

/** Two rules of a scope that hold and contradict each other, as after an edit by hand; the newer one is first. */
export function contradictions(rules: readonly Note[]): [newer: Note, older: Note][] {
  return rules.flatMap((note, at) =>
    rules
      .slice(at + 1)
      .filter((other) => replaces(note, other) || replaces(other, note))
      .map((other): [Note, Note] => [note, other]),
  )
}

function replaces(newer: Note, older: Note): boolean {
  return compareRules(newer.body, older.body) === 'replaces'
}

/**
 * Compares a text with the rules of its scope, without a model. A rule of the same words, or of the same sense, makes
 * the others irrelevant: nothing is stored then.
 * @param rules  notes that hold; those that are no rules only count where their text is the same
 */
export function conflictsOf(text: string, rules: readonly Note[]): Conflicts {
  const compared = rules.map((note) => ({
    note,
    is: note.body === text ? 'same' : note.isRule ? compareRules(text, note.body) : 'other',
  }))
  const those = (wanted: string) =>
    compared.filter(({ is }) => is === wanted).map((one) => one.note)
  const [same = null] = those('same')
  if (same !== null) return { same, replaces: [], doubtful: [] }
  return { same, replaces: those('replaces'), doubtful: those('doubtful') }
}

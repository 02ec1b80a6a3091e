import { withoutSecrets } from '#core'
import { lineOf, type Note, type NoteScope, type NoteType } from '../notes/note.js'
import { deleteNote, type NotePlaces, readNotes, saveNote } from '../notes/note_folder.js'
import { slugOf } from '../notes/slug.js'
import { compareRules } from '../rules/compare_rules.js'
import { titleOf } from '../words/title.js'

/** What is to change in the notes, once the person said so. */
export type NoteChange =
  | {
      action: 'save'
      scope: NoteScope
      type: NoteType
      /** '': a name is made from the text. */
      name: string
      description: string
      text: string
    }
  | { action: 'delete'; scope: NoteScope; name: string }

type Save = Extract<NoteChange, { action: 'save' }>

/** The longest text that may be a rule, in characters: rules are in the head of tasks. */
const RULE_CHARS = 600

/** Notes that hold, of both scopes, newest first in each. */
export function currentNotes(places: NotePlaces): Note[] {
  return [places.project, places.user].flatMap((place) =>
    readNotes(place).notes.filter(({ replacedBy }) => replacedBy === null),
  )
}

/** A note that says the same as a text to save, and the notes that the text would replace. */
export function meetNotes(
  change: NoteChange,
  places: NotePlaces,
): { same: Note | null; replaces: Note[] } {
  if (change.action === 'delete') return { same: null, replaces: [] }
  const notes = currentNotes(places).filter(({ scope }) => scope === change.scope)
  const name = nameOf(change)
  const compared = notes.map((note) => ({ note, is: comparisonOf(change, note) }))
  const same = compared.find(
    ({ note, is }) =>
      wordsOf(note.body) === wordsOf(change.text) ||
      (is === 'same' && (change.name === '' || change.name === note.name)),
  )
  if (same !== undefined) return { same: same.note, replaces: [] }
  const replaces = compared.filter(({ note, is }) => is === 'replaces' || note.name === name)
  return { same: null, replaces: replaces.map(({ note }) => note) }
}

/**
 * Makes a change that the person allowed. What a saved text contradicts stays as a file that names its successor; a
 * note of the same name gets the new text.
 * @param day  `2026-11-23`
 * @returns    one line about what was done
 * @throws     Error of the file system; nothing is lost then
 */
export function changeNotes(change: NoteChange, places: NotePlaces, day: string): string {
  const place = places[change.scope]
  if (change.action === 'delete') {
    const note = readNotes(place).notes.find(({ name }) => name === change.name)
    return deleteNote(place, change.name)
      ? `Forgotten: "${lineOf(note?.body ?? change.name)}"`
      : `There is no note ${change.name} any more.`
  }
  if (holdsSecret(change)) return HOLDS_SECRET
  const { same, replaces } = meetNotes(change, places)
  if (same !== null) return `Already remembered as ${same.name}: "${lineOf(same.body)}"`
  const note: Note = {
    name: nameOf(change),
    type: change.type,
    scope: change.scope,
    description: lineOf(change.description || change.text),
    source: 'model',
    isConfirmed: true,
    confidence: MODEL_CONFIDENCE,
    created: day,
    isRule: change.type === 'feedback' && change.text.length <= RULE_CHARS,
    replacedBy: null,
    body: change.text,
  }
  saveNote(place, note)
  for (const old of replaces)
    if (old.name !== note.name) saveNote(place, { ...old, replacedBy: note.name })
  const where = change.scope === 'user' ? ' for all projects' : ''
  const kind = note.isRule ? ' as a rule' : ''
  const ended = replaces.map(
    ({ name, body }) => ` It replaces ${name}: "${lineOf(body, OLD_CHARS)}"`,
  )
  return `Remembered${kind}${where} as ${note.name}: "${lineOf(note.body)}"${ended.join('')}`
}

/** The person agreed to the model's words; their own words count more. */
const MODEL_CONFIDENCE = 0.9
/** What a file of a note holds. */
const HELD = ['name', 'description', 'text'] as const
export const HOLDS_SECRET =
  'Not remembered, because it holds a secret. Put a secret into an environment variable.'

/** Whether a text to save tells a secret: then no file is written. */
export function holdsSecret(change: NoteChange): boolean {
  return (
    change.action === 'save' && HELD.some((part) => change[part] !== withoutSecrets(change[part]))
  )
}

/** Row 152: texts that differ only in white space say the same. */
export function wordsOf(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Row 211: so much of a text that is replaced is shown. */
const OLD_CHARS = 120

function nameOf({ name, description, text }: Save): string {
  return slugOf(name) || slugOf(titleOf(description)) || slugOf(titleOf(text)) || 'note'
}

function comparisonOf(change: Save, note: Note) {
  if (change.type !== 'feedback' || !note.isRule) return 'other'
  return compareRules(change.text, note.body)
}

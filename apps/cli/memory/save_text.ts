import { AircoderError, dropControls, withoutSecrets } from '#core'
import {
  type Conflicts,
  conflictsOf,
  deleteNote,
  endRule,
  freeName,
  lineOf,
  type Note,
  type NotePlaces,
  type NoteScope,
  rulesIn,
  saveNote,
} from '#memory'
import { namedNote } from './named_note.js'
import { today } from './open_memory.js'

/** Longest text of a rule, in characters: it is in the prompt of every task. */
const LONGEST = 600

const NO_CONFLICTS: Conflicts = { same: null, replaces: [], doubtful: [] }

/** A file of a note has at most 64 KiB, and a character at most four bytes. */
const LONGEST_NOTE = 15_000

/** What `memory save` was asked. */
export interface SaveOptions {
  /** For all projects. */
  user?: true | undefined
  /** A fact: tasks that share words with it show it. */
  note?: true | undefined
  /** The note that gets this text, or another scope. */
  name?: string | undefined
}

/**
 * Stores the user's own words. With a name the note of that name gets this text and stays in its scope; without a text it
 * only moves to the other scope.
 * A new rule ends those that it contradicts; one that says what is known changes nothing.
 * @returns one line that says what was stored
 * @throws  AircoderError USAGE, NO_SUCH_NOTE, or an error of the file system
 */
export function saveText(text: string, places: NotePlaces, options: SaveOptions): string {
  const body = dropControls(text).trim()
  const hidden = body === text.trim() ? '' : ' Hidden characters were left out.'
  const old = options.name === undefined ? null : namedNote(options.name, places)
  const other: NoteScope = body !== '' && old !== null ? old.scope : 'project'
  const scope: NoteScope = options.user ? 'user' : other
  if (body === '' && (old === null || old.scope === scope))
    throw new AircoderError('USAGE', {
      reason: 'memory save needs a text, as `aircoder memory save "Always use tabs."`.',
    })
  if (!options.note && body.length > LONGEST)
    throw new AircoderError('USAGE', {
      reason: `A rule has at most ${LONGEST} characters; this text has ${body.length}. Pass --note to store it as a note, which tasks with words of it show.`,
    })
  if (body.length > LONGEST_NOTE)
    throw new AircoderError('USAGE', {
      reason: `A note has at most ${LONGEST_NOTE} characters; this text has ${body.length}. Put it into a file of the project, and save where it is.`,
    })
  const place = places[scope]
  const said = body === '' ? (old?.body ?? '') : body
  if (said !== withoutSecrets(said))
    throw new AircoderError('USAGE', {
      reason:
        'This text was not saved, because it holds a secret. Put a secret into an environment variable, and save the name of the variable.',
    })
  const note: Note = {
    name: old?.name ?? freeName(said, place),
    type: options.note ? 'project' : (old?.type ?? 'feedback'),
    scope,
    description: lineOf(said),
    source: 'user',
    confidence: 1,
    created: today(),
    isRule: !options.note && (old?.isRule ?? true),
    replacedBy: null,
    body: said,
  }
  const isNew = old === null && note.isRule
  const { same, replaces, doubtful } = isNew ? conflictsOf(said, rulesIn(place)) : NO_CONFLICTS
  if (same !== null) return `Already remembered as ${same.name}: "${lineOf(same.body)}"`
  saveNote(place, note)
  const ended = replaces.map((rule) => endRule(rule, note.name, place))
  const unsure = doubtful
    .slice(0, 1)
    .map(({ name, body }) => ` It may contradict ${name}: "${lineOf(body)}"; both hold.`)
  if (old !== null && old.scope !== scope) deleteNote(places[old.scope], old.name)
  return `Remembered${scope === 'user' ? ' for all projects' : ''} as ${note.name}: "${lineOf(said)}"${[...ended, ...unsure].join('')}${hidden}`
}

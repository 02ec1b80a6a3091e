import { join } from 'node:path'
import { lineOf, type Note, type NoteScope } from '../notes/note.js'
import {
  deleteNote,
  type NotePlace,
  type NotePlaces,
  readNotes,
  saveNote,
} from '../notes/note_folder.js'
import { slugOf } from '../notes/slug.js'
import { compareRules } from '../rules/compare_rules.js'
import { freeName } from '../rules/teach.js'
import { titleOf } from '../words/title.js'
import { changeNotes, HOLDS_SECRET, holdsSecret, type NoteChange, wordsOf } from './change_notes.js'

type Action = NoteChange['action']

/** A change that the model wants and that nobody was asked about: it changes nothing until the person accepts it. */
export interface Proposal {
  action: Action
  note: Note
}

/** More proposals than this are not kept: a person has to read each. */
const MOST = 50
const ACTIONS = ['save', 'delete'] as const
const SCOPES = ['project', 'user'] as const

/**
 * Keeps a change for the person. The same change again changes nothing.
 * @param folder  where the program keeps its own data of the project; no file there is ever a part of a prompt
 * @returns       one line for the model
 * @throws        Error of the file system
 */
export function propose(
  change: NoteChange,
  { folder, places, day }: { folder: string; places: NotePlaces; day: string },
): string {
  if (holdsSecret(change)) return HOLDS_SECRET
  const known = proposalsIn(folder)
  const same = change.action === 'save' ? known.find((one) => saysSame(one, change)) : undefined
  if (same !== undefined)
    return `Already proposed as ${same.note.name}. It waits until the user accepts it with /memory accept.`
  if (wasRefused(change, folder))
    return 'Not proposed: the user refused this. Go on with the task; the user can save it with `aircoder memory save`.'
  if (known.length >= MOST) return `Not proposed: ${MOST} proposals wait for the user already.`
  const place = placeOf(folder, change.action, change.scope)
  saveNote(place, noteOf(change, places, day))
  const what = change.action === 'save' ? 'remembered' : 'forgotten'
  return `Proposed. Nothing is ${what} until the user accepts it with /memory accept.`
}

/** Row 152: a write with the same words counts once, whatever its name. */
function saysSame(
  { action, note }: Proposal,
  change: Extract<NoteChange, { action: 'save' }>,
): boolean {
  return (
    action === 'save' && note.scope === change.scope && wordsOf(note.body) === wordsOf(change.text)
  )
}

/** Whether the person refused this, in these words or for a rule in its sense: a refusal holds in later sessions too. */
function wasRefused(change: NoteChange, folder: string): boolean {
  const { notes } = readNotes(placeOf(folder, `refused-${change.action}`, change.scope))
  return notes.some(({ name, body, type }) => {
    if (change.action === 'delete') return name === slugOf(change.name)
    if (wordsOf(body) === wordsOf(change.text)) return true
    const areRules = type === 'feedback' && change.type === 'feedback'
    return areRules && compareRules(change.text, body) === 'same'
  })
}

/** Keeps what the person refused, the newest. @throws Error of the file system */
function refuse({ action, note }: Proposal, folder: string): string {
  const place = placeOf(folder, `refused-${action}`, note.scope)
  saveNote(place, action === 'delete' ? note : { ...note, name: freeName(note.body, place) })
  for (const { name } of readNotes(place).notes.slice(MOST)) deleteNote(place, name)
  return `Refused: "${lineOf(note.body)}"`
}

/** All that wait for the person, newest first in each kind. */
export function proposalsIn(folder: string): Proposal[] {
  return ACTIONS.flatMap((action) =>
    SCOPES.flatMap((scope) =>
      readNotes(placeOf(folder, action, scope)).notes.map((note) => ({ action, note })),
    ),
  )
}

/**
 * Ends a proposal by its name.
 * @param accepts  true: its change is made
 * @returns        what was done; null: there is none of this name
 * @throws         Error of the file system; the proposal then still waits
 */
export function endProposal(
  name: string,
  accepts: boolean,
  { folder, places, day }: { folder: string; places: NotePlaces; day: string },
): string | null {
  const found = proposalsIn(folder).find(({ note }) => note.name === name)
  if (found === undefined) return null
  const { action, note } = found
  const said = accepts ? changeNotes(changeOf(found), places, day) : refuse(found, folder)
  deleteNote(placeOf(folder, action, note.scope), name)
  return said
}

function changeOf({ action, note }: Proposal): NoteChange {
  const { name, scope, type, description, body } = note
  return action === 'delete'
    ? { action, scope, name }
    : { action, scope, type, name, description, text: body }
}

function noteOf(change: NoteChange, places: NotePlaces, day: string): Note {
  const old = readNotes(places[change.scope]).notes.find(({ name }) => name === change.name)
  const isSave = change.action === 'save'
  const body = isSave ? change.text : (old?.body ?? change.name)
  const said = isSave ? change.name || titleOf(change.description) : change.name
  return {
    name: slugOf(said) || slugOf(titleOf(body)) || 'note',
    type: isSave ? change.type : (old?.type ?? 'project'),
    scope: change.scope,
    description: lineOf((isSave && change.description) || body),
    source: 'model',
    confidence: 0.5,
    created: day,
    isRule: false,
    replacedBy: null,
    body,
  }
}

/** Only the program writes below its data folder: the deny rules keep it from every tool. */
function placeOf(folder: string, kind: Action | `refused-${Action}`, scope: NoteScope): NotePlace {
  const own = { trusted: () => () => true, willWrite: () => {} }
  return { scope, folder: join(folder, `${kind}-${scope}`), ...own }
}

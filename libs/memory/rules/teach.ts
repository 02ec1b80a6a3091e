import { describeSystemError, redact } from '#core'
import { lineOf, type Note, slugOf } from '../notes/note.js'
import {
  deleteNote,
  type NotePlace,
  type NotePlaces,
  readNotes,
  saveNote,
} from '../notes/note_folder.js'
import { compareRules, namesRule } from './compare_rules.js'
import { findRules, LONGEST_RULE, type TaughtRule } from './find_rules.js'

/** One line for the person about what a message changed in memory. */
export interface Lesson {
  kind: 'remembered' | 'known' | 'forgotten' | 'refused'
  line: string
}

/** The ledger stores a task without its secrets, so what is read here may have lost one. */
const REDACTED = /\[redacted\b[^\]]*\]/
/** A sentence that names at least so much of a rule ends it. */
const NAMED = 0.5

/**
 * Writes the rules of a user's message into the notes, at once and without a model. A rule that an older one
 * contradicts replaces it: the older file stays and names its successor. The same message again changes nothing.
 * @param day  `2026-11-23`
 * @returns    what to tell the person; an error of the file system is a lesson of the kind `refused`
 */
export function teach(message: string, places: NotePlaces, day: string): Lesson[] {
  const { rules, ends, tooLong } = findRules(message)
  const lessons: Lesson[] = tooLong.map((text) => ({
    kind: 'refused',
    line: `Not remembered, because it is longer than ${LONGEST_RULE} characters: "${text}" Put a long text into AGENTS.md.`,
  }))
  const attempt = (text: string, work: () => Lesson[]) => {
    try {
      lessons.push(...work())
    } catch (error) {
      const reason = describeSystemError(error)
      lessons.push({ kind: 'refused', line: `Not remembered: "${lineOf(text)}" (${reason})` })
    }
  }
  for (const text of ends) attempt(text, () => forgetNamed(text, places))
  for (const rule of rules) attempt(rule.quote, () => remember(rule, places, day))
  return lessons
}

/** The rules of a folder that hold. */
export function rulesIn(place: NotePlace): Note[] {
  return readNotes(place).notes.filter(({ isRule, replacedBy }) => isRule && replacedBy === null)
}

function remember({ quote, about, scope }: TaughtRule, places: NotePlaces, day: string): Lesson[] {
  const place = places[scope]
  const body = about === '' ? quote : `${about} ${quote}`
  const safe = redact(body)
  if (safe !== body || REDACTED.test(body))
    return [
      {
        kind: 'refused',
        line: `Not remembered, because it holds a secret: "${lineOf(safe)}" Put a secret into an environment variable.`,
      },
    ]
  const { same, settle, more } = compareWithRules(body, place)
  if (same !== null) return [{ kind: 'known', line: `Already remembered: "${lineOf(same.body)}"` }]
  const note: Note = {
    name: freeName(body, place),
    type: 'feedback',
    scope,
    description: lineOf(body),
    source: 'user',
    confidence: 1,
    created: day,
    isRule: true,
    replacedBy: null,
    body,
  }
  saveNote(place, note)
  settle(note.name)
  const where = scope === 'user' ? ' for all projects' : ''
  return [{ kind: 'remembered', line: `Remembered${where}: "${lineOf(body)}"${more}` }]
}

/** What a new rule means for those of a folder that hold. */
interface Compared {
  /** The rule that says the same; null: none does. */
  same: Note | null
  /** Words about the rules that it replaces or may contradict, for the line that says what was stored. */
  more: string
  /** Marks the replaced rules. Call it when the new one is stored. @param name  of the new one */
  settle(name: string): void
}

/** Compares the text of a new rule with the rules of a folder. @param but  the name of a rule that it replaces anyway */
export function compareWithRules(body: string, place: NotePlace, but?: string): Compared {
  const known = rulesIn(place).filter(({ name }) => name !== but)
  const compared = known.map((note) => ({ note, is: compareRules(body, note.body) }))
  const same = compared.find(({ note, is }) => is === 'same' || note.body === body)?.note ?? null
  const replaced = compared.filter(({ is }) => is === 'replaces').map((one) => one.note)
  const doubtful = compared.find(({ is }) => is === 'doubtful')?.note
  const more = [
    ...replaced.map((old) => ` It replaces: "${lineOf(old.body)}"`),
    ...(doubtful === undefined
      ? []
      : [` It may contradict: "${lineOf(doubtful.body)}"; both hold.`]),
  ].join('')
  const settle = (name: string) => {
    for (const old of replaced) saveNote(place, { ...old, replacedBy: name })
  }
  return { same, more, settle }
}

/** A person who names a rule to forget means one: the best match. */
function forgetNamed(sentence: string, places: NotePlaces): Lesson[] {
  const all = [places.project, places.user].flatMap((place) =>
    rulesIn(place).map((note) => ({ place, note, score: namesRule(sentence, note.body) })),
  )
  const [best] = all.sort((a, b) => b.score - a.score)
  if (best === undefined || best.score < NAMED)
    return [{ kind: 'refused', line: `No rule was forgotten: none fits "${lineOf(sentence)}".` }]
  deleteNote(best.place, best.note.name)
  return [{ kind: 'forgotten', line: `Forgotten: "${lineOf(best.note.body)}"` }]
}

/** A name that no file has. */
export function freeName(title: string, place: NotePlace): string {
  const { notes, bad, untrusted } = readNotes(place)
  const taken = new Set([
    ...notes.map(({ name }) => name),
    ...[...bad.map(({ file }) => file), ...untrusted].map((file) => file.replace(/\.md$/, '')),
  ])
  const slug = slugOf(title) || 'note'
  for (let at = 1; ; at += 1) {
    const name = at === 1 ? slug : `${slug}-${at}`
    if (!taken.has(name)) return name
  }
}

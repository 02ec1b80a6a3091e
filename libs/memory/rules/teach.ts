import { describeSystemError, dropControls, withoutSecrets } from '#core'
import { lineOf, type Note } from '../notes/note.js'
import {
  deleteNote,
  type NotePlace,
  type NotePlaces,
  namesIn,
  readNotes,
  saveNote,
} from '../notes/note_folder.js'
import { slugOf } from '../notes/slug.js'
import { titleOf } from '../words/title.js'
import { namesRule } from './compare_rules.js'
import { conflictsOf } from './conflicts.js'
import { findRules, LONGEST_RULE, type TaughtRule } from './learn/find_rules.js'

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
  const { rules, ends, doubtful, tooLong } = findRules(dropControls(message))
  const lessons: Lesson[] = tooLong.map((text) => ({
    kind: 'refused',
    line: `Not remembered, because it is longer than ${LONGEST_RULE} characters: "${withoutSecrets(text)}" Put a long text into AGENTS.md.`,
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
  for (const text of doubtful)
    lessons.push({
      kind: 'refused',
      line: `Not remembered, because it may be about this task, or report what happens or what somebody else says: "${lineOf(text)}" If it is a rule, begin it with "Remember:".`,
    })
  return lessons
}

/** The rules of a folder that hold. */
export function rulesIn(place: NotePlace): Note[] {
  return readNotes(place).notes.filter(({ isRule, replacedBy }) => isRule && replacedBy === null)
}

function remember({ quote, about, scope }: TaughtRule, places: NotePlaces, day: string): Lesson[] {
  const place = places[scope]
  const body = about === '' ? quote : `${about} ${quote}`
  const safe = withoutSecrets(body)
  if (safe !== body || REDACTED.test(body))
    return [
      {
        kind: 'refused',
        line: `Not remembered, because it holds a secret: "${lineOf(safe)}" Put a secret into an environment variable.`,
      },
    ]
  const { same, replaces: replaced, doubtful } = conflictsOf(body, rulesIn(place))
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
  const ended = replaced.map((old) => endRule(old, note.name, place))
  const where = scope === 'user' ? ' for all projects' : ''
  const unsure = doubtful
    .slice(0, 1)
    .map((old) => ` It may contradict: "${lineOf(old.body)}"; both hold.`)
  const more = [...ended, ...unsure]
  return [{ kind: 'remembered', line: `Remembered${where}: "${lineOf(body)}"${more.join('')}` }]
}

/** What a rule says about the one it replaced. The new one is stored by then, so a full disk loses neither. */
export function endRule(old: Note, by: string, place: NotePlace): string {
  try {
    saveNote(place, { ...old, replacedBy: by })
    return ` It replaces: "${lineOf(old.body)}"`
  } catch (error) {
    return ` It contradicts "${lineOf(old.body)}", which still holds: its file cannot be changed (${describeSystemError(error)}).`
  }
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
  const taken = namesIn(place)
  const slug = slugOf(titleOf(title)) || 'note'
  for (let at = 1; ; at += 1) {
    const name = at === 1 ? slug : `${slug}-${at}`
    if (!taken.has(name)) return name
  }
}

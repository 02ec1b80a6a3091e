/** What a note is about: the person, how to work, the project, or where to look (row 205). */
export const NOTE_TYPES = ['user', 'feedback', 'project', 'reference'] as const
export type NoteType = (typeof NOTE_TYPES)[number]

/** `user`: holds in every project of this user. */
export type NoteScope = 'project' | 'user'

/** One note: a Markdown file that a person can read and edit. */
export interface Note {
  /** The file's name without `.md`: small letters, digits and `-`, at most 60 characters (row 207). */
  name: string
  type: NoteType
  scope: NoteScope
  /** One line, at most 150 characters. */
  description: string
  /** Who said it. The model's word never replaces the user's. */
  source: 'user' | 'model'
  /** The model's words, and the user agreed to them. */
  isConfirmed?: true
  /** 0 to 1. */
  confidence: number
  /** Day on which it was written, `2026-11-23`; '' when the file does not tell. */
  created: string
  /** The user's sentence is a rule for every task; other notes are found by search. */
  isRule: boolean
  /** Name of the note that replaced it; null: it holds. */
  replacedBy: string | null
  body: string
}

/** A file in a folder of notes that is not used, and why. */
export interface BadNote {
  /** Name of the file. */
  file: string
  reason: string
}

const DESCRIPTION_CHARS = 150
/** A longer word is cut. */
const WORD_CHARS = 24

/** A text as one line of at most so many characters, cut at a word where one ends near. */
export function lineOf(text: string, most = DESCRIPTION_CHARS): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= most) return line
  const start = line.slice(0, most - 1)
  const end = line[most - 1] === ' ' ? start.length : start.lastIndexOf(' ')
  return `${(start.length - end <= WORD_CHARS ? start.slice(0, end) : start).trimEnd()}…`
}

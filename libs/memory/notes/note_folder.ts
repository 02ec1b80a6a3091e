import { createHash } from 'node:crypto'
import { lstatSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { decodeUtf8, dropControls, readPlainFile } from '#core'
import { removeHeld, writeHeld } from '#workspace'
import { indexPage } from './index_page.js'
import type { BadNote, Note, NoteScope } from './note.js'
import { readNote, writeNote } from './note_text.js'

/** Row 214: files of a folder that are read, newest first. */
const MOST_FILES = 200
const MOST_BYTES = 64 * 1024
const INDEX_FILE = 'MEMORY.md'
/** A folder of notes that this program may use. */
export interface NotePlace {
  scope: NoteScope
  /** Absolute, resolved as far as it exists. */
  folder: string
  /** sha256 hex of the bytes of files that may be used: what a repository ships is data until the person trusts it. */
  trusts(hash: string): boolean
  /** Called before bytes are written, so that our own files need no question. */
  willWrite(hash: string): void
}

/** Where notes are kept, by scope. */
export type NotePlaces = Readonly<Record<NoteScope, NotePlace>>

/** What a folder holds. */
export interface Notes {
  /** Newest first. */
  notes: Note[]
  bad: BadNote[]
  /** Names of files that are not trusted. */
  untrusted: string[]
  /** Files beyond the limit. */
  left: number
  /** Names of files with hidden characters, which are left out of their text. */
  hidden: string[]
}

interface FileBytes {
  name: string
  bytes: Buffer
  changedMs: number
}

/** Reads all notes of a folder. A missing folder has none. Links, folders and large files are named, not followed. */
export function readNotes({ scope, folder, trusts }: NotePlace): Notes {
  const found: Notes = { notes: [], bad: [], untrusted: [], left: 0, hidden: [] }
  const { files, bad } = readFiles(folder)
  found.bad.push(...bad)
  found.left = Math.max(0, files.length - MOST_FILES)
  for (const { name, bytes } of files.slice(0, MOST_FILES)) {
    const read = decodeUtf8(bytes)
    if (read === null) found.bad.push({ file: name, reason: 'it is not UTF-8 text' })
    else if (!trusts(hashOf(bytes))) found.untrusted.push(name)
    else {
      const text = dropControls(read)
      if (text !== read.replaceAll('\r\n', '\n').replace(/^\uFEFF/, '')) found.hidden.push(name)
      const note = readNote(text, { name: name.slice(0, -'.md'.length), scope })
      if ('reason' in note) found.bad.push({ file: name, reason: note.reason })
      else found.notes.push(note)
    }
  }
  return withoutCircles(found)
}

/** Files edited by hand may replace each other, and then none would hold. The newest of them holds, and is named. */
function withoutCircles(found: Notes): Notes {
  const byName = new Map(found.notes.map((note) => [note.name, note]))
  const notes = found.notes.map((note) => {
    const seen = new Set<string>()
    let next: string | null = note.name
    while (next !== null && !seen.has(next)) {
      seen.add(next)
      next = byName.get(next)?.replacedBy ?? null
    }
    const isFirst = found.notes.find(({ name }) => seen.has(name)) === note
    if (next !== note.name || !isFirst) return note
    const reason = `it is replaced by ${note.replacedBy}, which it replaces; it holds until you correct one of them`
    found.bad.push({ file: `${note.name}.md`, reason })
    return { ...note, replacedBy: null }
  })
  return { ...found, notes }
}

/**
 * Writes a note and the index of its folder.
 * @throws Error of the file system, also when the folder, or one above it in the project, is a link; nothing is lost
 */
export function saveNote(place: NotePlace, note: Note): void {
  const text = dropControls(writeNote(note))
  const bytes = Buffer.byteLength(text)
  // A file that is too large would never be read again.
  if (bytes > MOST_BYTES)
    throw new Error(`a note has at most ${MOST_BYTES} bytes, and this one has ${bytes}`)
  write(place, `${note.name}.md`, text)
  writeIndex(place)
}

/** Deletes a note. @returns false when there is none of this name. @throws Error of the file system */
export function deleteNote(place: NotePlace, name: string): boolean {
  // A name is no path.
  if (name !== basename(name)) return false
  const path = join(place.folder, `${name}.md`)
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return false
  naming(path, () => removeHeld(path))
  writeIndex(place)
  return true
}

/**
 * Another process may save a note between the reading and the writing, and its index would be overwritten by an older
 * one: so the writer reads once more, until the page is what the folder holds.
 */
function writeIndex(place: NotePlace): void {
  let written: string | null = null
  for (;;) {
    const { notes, left } = readNotes(place)
    const page = indexPage(place.scope, notes, left)
    if (page === written) return
    write(place, INDEX_FILE, page)
    written = page
  }
}

function write(place: NotePlace, file: string, text: string): void {
  place.willWrite(hashOf(Buffer.from(text)))
  const path = join(place.folder, file)
  naming(path, () => writeHeld(path, text))
}

/** An error about a folder that is held open names its descriptor: the person gets the path of the file. */
function naming(path: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    const { syscall, path: held = '/proc/' } = error as NodeJS.ErrnoException
    if (syscall !== undefined && held.startsWith('/proc/')) Object.assign(error as Error, { path })
    throw error
  }
}

function readFiles(folder: string): { files: FileBytes[]; bad: BadNote[] } {
  const kind = lstatSync(folder, { throwIfNoEntry: false })
  if (kind === undefined) return { files: [], bad: [] }
  if (!kind.isDirectory()) return { files: [], bad: [{ file: folder, reason: 'it is no folder' }] }
  const files: FileBytes[] = []
  const bad: BadNote[] = []
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.md') || name.startsWith('.') || name === INDEX_FILE) continue
    const read = readPlainFile(join(folder, name), MOST_BYTES)
    if ('reason' in read) bad.push({ file: name, reason: `it ${read.reason}` })
    else files.push({ name, ...read })
  }
  files.sort((a, b) => b.changedMs - a.changedMs || (a.name < b.name ? -1 : 1))
  return { files, bad }
}

/** sha256 hex of each file of a folder that can be a note, and of its index. */
export function hashesIn(folder: string): Set<string> {
  const index = readPlainFile(join(folder, INDEX_FILE), MOST_BYTES)
  const bytes = readFiles(folder).files.map((file) => file.bytes)
  return new Set([...bytes, ...('reason' in index ? [] : [index.bytes])].map(hashOf))
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

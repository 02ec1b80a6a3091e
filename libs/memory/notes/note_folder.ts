import { createHash } from 'node:crypto'
import { lstatSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { decodeUtf8, dropControls, readPlainFile } from '#core'
import { putHeld, removeHeld, writeHeld } from '#workspace'
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
  /**
   * Which files may be used, by the sha256 hex of their bytes: what a repository ships is data until the person trusts it.
   * Asked once for all files of a reading.
   */
  trusted(): (hash: string) => boolean
  /** Called once before files are written, with the sha256 hex of each, so that our own files need no question. */
  willWrite(hashes: readonly string[]): void
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
export function readNotes({ scope, folder, trusted }: NotePlace): Notes {
  const found: Notes = { notes: [], bad: [], untrusted: [], left: 0, hidden: [] }
  const { files, bad } = readFiles(folder)
  found.bad.push(...bad)
  found.left = Math.max(0, files.length - MOST_FILES)
  const trusts = files.length === 0 ? () => false : trusted()
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

/** Writes a note and the index of its folder. @throws as `saveNotes` */
export function saveNote(place: NotePlace, note: Note): void {
  saveNotes(place, [note])
}

/**
 * Writes notes, each whole or not at all, and then the index of their folder once.
 * @throws Error of the file system, also when the folder, or one above it in the project, is a link; nothing is lost
 */
export function saveNotes(place: NotePlace, notes: readonly Note[]): void {
  const files = notes.map((note) => {
    const text = textOf(note)
    const bytes = Buffer.byteLength(text)
    // A file that is too large would never be read again.
    if (bytes > MOST_BYTES)
      throw new Error(`a note has at most ${MOST_BYTES} bytes, and this one has ${bytes}`)
    return { file: `${note.name}.md`, text, hash: hashOf(Buffer.from(text)) }
  })
  const hashes = files.map(({ hash }) => hash)
  place.willWrite(hashes)
  let written = 0
  try {
    for (const { file, text } of files) {
      const path = join(place.folder, file)
      // The index is written behind them, and takes the folder to the disk.
      naming(path, () => putHeld(path, text))
      written += 1
    }
  } finally {
    if (written > 0) writeIndex(place, hashes.slice(0, written))
  }
}

/** Whether a note is larger than a file that is read. */
export function isTooLarge(note: Note): boolean {
  return Buffer.byteLength(textOf(note)) > MOST_BYTES
}

function textOf(note: Note): string {
  return dropControls(writeNote(note))
}

/** Names that files of a folder have, without `.md`, also of those that are not read. */
export function namesIn({ folder }: Pick<NotePlace, 'folder'>): Set<string> {
  const kind = lstatSync(folder, { throwIfNoEntry: false })
  return new Set(
    kind?.isDirectory() ? readdirSync(folder).map((name) => basename(name, '.md')) : [],
  )
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
 * @param own  hashes of what was just written: while it was not there, another process may have forgotten them
 */
function writeIndex(place: NotePlace, own: readonly string[] = []): void {
  const path = join(place.folder, INDEX_FILE)
  let written: string | null = null
  for (;;) {
    const { notes, left } = readNotes(place)
    const page = indexPage(place.scope, notes, left)
    if (page === written) return
    place.willWrite([...own, hashOf(Buffer.from(page))])
    naming(path, () => writeHeld(path, page))
    written = page
  }
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
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const { name } = entry
    if (name.startsWith('.') || name === INDEX_FILE) continue
    if (!name.endsWith('.md')) {
      if (entry.isDirectory()) bad.push(...below(folder, name))
      continue
    }
    const read = readPlainFile(join(folder, name), MOST_BYTES)
    if ('reason' in read) bad.push({ file: name, reason: `it ${read.reason}` })
    else files.push({ name, ...read })
  }
  files.sort((a, b) => b.changedMs - a.changedMs || (a.name < b.name ? -1 : 1))
  return { files, bad }
}

/** Markdown files of a folder below: a person who sorts notes into folders learns that nobody reads them. */
function below(folder: string, name: string): BadNote[] {
  const reason = `it is in a folder below; only files beside ${INDEX_FILE} are read`
  try {
    const files = readdirSync(join(folder, name)).filter((file) => file.endsWith('.md'))
    return files.map((file) => ({ file: `${name}/${file}`, reason }))
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    return [{ file: `${name}/`, reason: `it cannot be read (${code})` }]
  }
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

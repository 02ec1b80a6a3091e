import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lineOf, type Note, type NoteScope } from '../notes/note.js'
import { isTooLarge, type NotePlaces, namesIn, readNotes, saveNotes } from '../notes/note_folder.js'
import { readNote, writeNote } from '../notes/note_text.js'
import { slugOf } from '../notes/slug.js'

const SCOPES: readonly NoteScope[] = ['project', 'user']

/** For a person who opens the folder and knows nothing about it. */
function readMe(
  { project, day }: { project: string; day: string },
  notes: readonly Note[],
): string {
  const current = notes.filter(({ replacedBy }) => replacedBy === null)
  const lists = [
    ['Rules', current.filter(({ isRule }) => isRule)],
    ['Notes', current.filter(({ isRule }) => !isRule)],
    ['Replaced, not used any more', notes.filter(({ replacedBy }) => replacedBy !== null)],
  ] as const
  const sections = lists
    .filter(([, those]) => those.length > 0)
    .map(([title, those]) => `## ${title}\n\n${those.map(listLine).join('\n')}\n`)
  return `# Memory of the project ${project}

\`aircoder memory export\` wrote this folder on ${day} (UTC). aircoder, a coding agent, does not read or change it, so you may
edit, copy or delete everything here. \`aircoder memory import FOLDER\` brings it into another project.

Each other file is one rule or one note. A rule (\`rule: yes\`) is a sentence of the user that the agent follows. A note is a
fact. The text is below the second \`---\`. A file with \`replaced_by\` is not used any more.

The folder \`project\` has what holds in the project ${project}, the folder \`user\` what holds in all projects of the user. What
earlier tasks did is not here.

${sections.join('\n')}`
}

function listLine({ scope, name, body, replacedBy }: Note): string {
  const state = replacedBy === null ? '' : ` (replaced by ${replacedBy})`
  return `- [${name}](${scope}/${name}.md): ${lineOf(body)}${state}`
}

/**
 * Writes all notes into a folder that people and other agents can read.
 * @param from  the name of the project, and the day, `2026-11-23`
 * @returns     how many files were written beside the README.md; 0: there are no notes, and nothing was written
 * @throws      Error of the file system, also EEXIST where the folder has a file of the same name
 */
export function exportNotes(
  places: NotePlaces,
  folder: string,
  from: { project: string; day: string },
): number {
  const all = SCOPES.flatMap((scope) => readNotes(places[scope]).notes)
  // A README.md alone would only bar the next export from the folder.
  if (all.length === 0) return 0
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'README.md'), readMe(from, all), { flag: 'wx' })
  for (const scope of new Set(all.map((note) => note.scope)))
    mkdirSync(join(folder, scope), { recursive: true })
  for (const note of all)
    writeFileSync(join(folder, note.scope, `${note.name}.md`), writeNote(note, []), { flag: 'wx' })
  return all.length
}

/** What a folder holds that could become notes, and the files that could not. */
export interface Importable {
  notes: Note[]
  /** `path: why not` */
  left: string[]
}

/** Reads an exported folder: its `project` and `user`; the Markdown files beside them are for the project. */
export function readExport(folder: string, day: string): Importable {
  const found: Importable = { notes: [], left: [] }
  const add = (scope: NoteScope, at: string) => {
    for (const entry of listed(at)) {
      if (!entry.endsWith('.md') || /^(?:README|MEMORY)\.md$/.test(entry)) continue
      const note = read(join(at, entry), { name: slugOf(entry.slice(0, -3)), scope })
      const dated = 'reason' in note ? note : { ...note, created: note.created || day }
      if ('reason' in dated) found.left.push(`${join(at, entry)}: ${dated.reason}`)
      else if (isTooLarge(dated)) found.left.push(`${join(at, entry)}: it is too large`)
      else found.notes.push(dated)
    }
  }
  add('project', folder)
  for (const scope of SCOPES) add(scope, join(folder, scope))
  return found
}

/** Stores imported notes. One whose name is taken is left as it is. @returns the names that were stored */
export function importNotes(notes: readonly Note[], places: NotePlaces): string[] {
  const names: string[] = []
  for (const scope of SCOPES) {
    const place = places[scope]
    const taken = namesIn(place)
    const free = notes.filter((note) => {
      if (note.scope !== scope || taken.has(note.name)) return false
      taken.add(note.name)
      return true
    })
    if (free.length > 0) saveNotes(place, free)
    names.push(...free.map(({ name }) => name))
  }
  return names
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function read(path: string, at: { name: string; scope: NoteScope }): Note | { reason: string } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
    if (at.name === '') return { reason: 'its name has no letter' }
    return readNote(text, at)
  } catch {
    return { reason: 'it cannot be read as UTF-8 text' }
  }
}

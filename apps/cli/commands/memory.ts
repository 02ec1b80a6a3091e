import { existsSync } from 'node:fs'
import { AircoderError, countNoun } from '#core'
import { openLedger } from '#ledger'
import {
  ageCaveat,
  deleteNote,
  findRecords,
  lineOf,
  type Note,
  type NotePlaces,
  type Notes,
  readNotes,
  searchNotes,
} from '#memory'
import { showControls } from '#terminal'
import { ledgerPath } from '../data/ledger_path.js'
import type { MemoryFlags } from '../flags/flags.js'
import { notePlaces } from '../memory/open_memory.js'
import { saveText } from '../memory/save_text.js'
import { loadProject, type Project, workFolder } from '../settings/load_project.js'

const MOST_RECORDS = 5

/** `aircoder memory [list|search|save|delete]`. @returns the exit code */
export async function runMemory(
  action: string,
  words: string | undefined,
  flags: MemoryFlags,
): Promise<number> {
  const project = loadProject(flags, workFolder(flags), process.env)
  const places = notePlaces(project.cwd, project.settings, project.trustFile)
  if (action === 'list') print(listLines(places))
  else if (action === 'search') print(searchLines(words ?? '', project, places))
  else if (action === 'save') print([saveText(words ?? '', places, flags)])
  else print([forget(words ?? '', places)])
  return 0
}

/** All notes of both scopes, then what is not used and why. */
export function listLines(places: NotePlaces): string[] {
  const found = [readNotes(places.project), readNotes(places.user)]
  const lines = found.flatMap(({ notes }) => notes.map(noteLine))
  const bad = [places.project, places.user].flatMap((place, at) =>
    badLines(found[at], place.folder),
  )
  if (lines.length + bad.length === 0)
    return [
      'Nothing is remembered. Say what holds from now on, as "always …", or use `aircoder memory save`.',
    ]
  return [...lines, ...bad]
}

/** Notes by their words, then earlier tasks. */
function searchLines(query: string, project: Project, places: NotePlaces): string[] {
  const nowMs = Date.now()
  const all = [places.project, places.user].flatMap((place) => readNotes(place).notes)
  const notes = searchNotes(all, query, nowMs).flatMap((note) => {
    const caveat = ageCaveat(note, nowMs)
    return [noteLine(note), ...(caveat === '' || note.isRule ? [] : [`    ${caveat}`])]
  })
  const records = recordLines(query, project)
  return notes.length + records.length === 0 ? [`Nothing fits "${query}".`] : [...notes, ...records]
}

function recordLines(query: string, { cwd, settings }: Project): string[] {
  const path = ledgerPath(settings, cwd)
  if (![path, `${path}-wal`].some((file) => existsSync(file))) return []
  const ledger = openLedger({ path, readOnly: true })
  try {
    const found = findRecords(ledger, {
      text: query,
      files: query.split(/\s+/),
      limit: MOST_RECORDS,
    })
    return found.map(({ taskId, day, asked, status, proven, files }) => {
      const changed = files.length === 0 ? '' : ` · changed ${files.join(' ')}`
      return `task     ${taskId}  ${day}  ${status}${proven ? ', proven' : ''}: ${lineOf(asked)}${changed}`
    })
  } finally {
    ledger.close()
  }
}

/** @throws AircoderError NO_SUCH_NOTE */
export function forget(name: string, places: NotePlaces): string {
  for (const place of [places.project, places.user]) {
    const note = readNotes(place).notes.find((one) => one.name === name)
    if (deleteNote(place, name))
      return `Forgotten: ${note === undefined ? name : `"${lineOf(note.body)}"`}`
  }
  throw new AircoderError('NO_SUCH_NOTE', { name })
}

function noteLine({ scope, name, isRule, type, created, description, replacedBy }: Note): string {
  const state = replacedBy === null ? '' : ` (replaced by ${replacedBy})`
  return `${scope.padEnd(8)} ${name}  ${isRule ? 'rule' : type}  ${created}  ${description}${state}`
}

function badLines({ bad, untrusted, left }: Notes | undefined = EMPTY, folder: string): string[] {
  const strange =
    untrusted.length === 0
      ? []
      : [
          `not used: ${untrusted.join(', ')}: aircoder did not write ${untrusted.length === 1 ? 'it' : 'them'} like this. Read, then run \`aircoder trust add\`.`,
        ]
  const more = left === 0 ? [] : [`not read: ${countNoun(left, 'older file')} in ${folder}`]
  return [...bad.map(({ file, reason }) => `not used: ${file}: ${reason}`), ...strange, ...more]
}

const EMPTY: Notes = { notes: [], bad: [], untrusted: [], left: 0 }

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.map(showControls).join('\n')}\n`)
}

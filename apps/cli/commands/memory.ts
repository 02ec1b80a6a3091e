import { existsSync } from 'node:fs'
import { AircoderError } from '#core'
import { openLedger } from '#ledger'
import {
  ageCaveat,
  deleteNote,
  endProposal,
  findRecords,
  lineOf,
  type NotePlaces,
  proposalsIn,
  readNotes,
  searchNotes,
} from '#memory'
import { showControls } from '#terminal'
import { ledgerPath } from '../data/ledger_path.js'
import type { MemoryFlags } from '../flags/flags.js'
import { listLines, noteLine } from '../memory/list_notes.js'
import { exported, imported } from '../memory/move_notes.js'
import { notePlaces, openProposals } from '../memory/open_memory.js'
import { saveText } from '../memory/save_text.js'
import { loadProject, type Project } from '../settings/load_project.js'
import { workFolder } from '../settings/work_folder.js'

const MOST_RECORDS = 5

/** `aircoder memory [list|search|save|delete|accept|refuse]`. @returns the exit code */
export async function runMemory(
  action: string,
  words: string = '',
  flags: MemoryFlags,
): Promise<number> {
  const project = loadProject(flags, workFolder(flags), process.env)
  const places = notePlaces(project.cwd, project.settings, project.trustFile)
  const proposals = openProposals(project.cwd, project.settings)
  if (action === 'list') print(listLines(places, proposalsIn(proposals.folder)))
  else if (action === 'search') print(searchLines(words, project, places))
  else if (action === 'save') print([saveText(words, places, flags)])
  else if (action === 'delete') print([forget(words, places)])
  else if (action === 'export') print([exported(words, places)])
  else if (action === 'import') print(imported(words, places, flags.yes === true))
  else print([end(words, action === 'accept', proposals)])
  return 0
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
      isSearch: true,
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

/** Accepts or refuses what the model proposed. @throws AircoderError NO_SUCH_PROPOSAL */
export function end(
  name: string,
  accepts: boolean,
  proposals: ReturnType<typeof openProposals>,
): string {
  const said = endProposal(name, accepts, proposals)
  if (said === null) throw new AircoderError('NO_SUCH_PROPOSAL', { name })
  return said
}

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.map(showControls).join('\n')}\n`)
}

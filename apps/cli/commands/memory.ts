import { AircoderError } from '#core'
import {
  deleteNote,
  endProposal,
  lineOf,
  type NotePlace,
  type NotePlaces,
  proposalsIn,
  readNotes,
} from '#memory'
import { openStored } from '../data/stored_ledger.js'
import type { MemoryFlags } from '../flags/flags.js'
import { listLines } from '../memory/list_notes.js'
import { exported, imported } from '../memory/move_notes.js'
import { namedNote } from '../memory/named_note.js'
import { notePlaces, openProposals } from '../memory/open_memory.js'
import { saveText } from '../memory/save_text.js'
import { searchLines } from '../memory/search_lines.js'
import { printEntries, printLines } from '../output/in_rows.js'
import { loadProject, type Project } from '../settings/load_project.js'
import { workFolder } from '../settings/work_folder.js'
import { NOT_THE_PERSON, speaksForPerson } from '../trust/speaks_for_person.js'

/** What only the person may do. */
const CHANGES = new Set(['save', 'delete', 'accept', 'refuse', 'import'])

/** `aircoder memory [list|search|save|delete|accept|refuse]`. @returns the exit code */
export async function runMemory(
  action: string,
  words: string = '',
  flags: MemoryFlags,
): Promise<number> {
  if (CHANGES.has(action) && !speaksForPerson(`memory ${action}`)) return NOT_THE_PERSON
  const project = loadProject(flags, workFolder(flags), process.env)
  const places = notePlaces(project.cwd, project.settings, project.trustFile)
  const proposals = openProposals(project.cwd, project.settings)
  if (action === 'list')
    printEntries(listLines(places, proposalsIn(proposals.folder)), process.stdout)
  else if (action === 'search') printEntries(found(words, project, places), process.stdout)
  else if (action === 'save') print([saveText(words, places, flags)])
  else if (action === 'delete') print([forget(words, places)])
  else if (action === 'export') print([exported(words, places, project.cwd)])
  else if (action === 'import') print(imported(words, places, flags.yes === true))
  else print([end(words, action === 'accept', proposals)])
  return 0
}

/** What fits the words. The ledger is only read. */
function found(query: string, project: Project, places: NotePlaces): string[] {
  const ledger = openStored(project)
  try {
    return searchLines(query, places, ledger)
  } finally {
    ledger?.close()
  }
}

/** Forgets the note of a name, of its beginning, or of a file. @throws AircoderError NO_SUCH_NOTE, USAGE */
export function forget(name: string, places: NotePlaces): string {
  // A file that cannot be read as a note has a name too.
  for (const place of [places.project, places.user])
    if (!isNote(name, place) && deleteNote(place, name)) return `Forgotten: ${name}`
  const note = namedNote(name, places)
  deleteNote(places[note.scope], note.name)
  return `Forgotten: "${lineOf(note.body)}"`
}

function isNote(name: string, place: NotePlace): boolean {
  return readNotes(place).notes.some((one) => one.name === name)
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
  printLines(lines.join('\n'), process.stdout)
}

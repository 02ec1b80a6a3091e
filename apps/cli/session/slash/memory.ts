import { proposalsIn, readNotes, searchNotes } from '#memory'
import { showControls } from '#terminal'
import { end, forget } from '../../commands/memory.js'
import { listLines } from '../../memory/list_notes.js'
import { openPlaces, openProposals } from '../../memory/open_memory.js'
import { saveText } from '../../memory/save_text.js'
import { saving } from '../rule_line.js'
import type { SlashCommand, SlashContext } from '../slash_command.js'

export const memory: SlashCommand = {
  name: 'memory',
  hint: '[ACTION]',
  help: 'what is remembered; search WORDS, save TEXT, delete NAME, accept NAME, refuse NAME',
  group: 'memory',
  isAllowedDuringTurn: true,
  run(rest, { wired, print }) {
    const [action = 'list', ...words] = rest.split(' ').filter((word) => word !== '')
    const said = saving(() => answer(action, words.join(' '), wired).join('\n'))
    print(`${showControls(said)}\n`)
  },
}

function answer(action: string, text: string, { cwd, settings, deps }: Wired): string[] {
  const places = openPlaces(cwd, settings)
  const proposals = openProposals(cwd, settings)
  if (action === 'list') return listLines(places, proposalsIn(proposals.folder), '/memory save')
  if (action === 'save') return [saveText(text, places, {})]
  if (action === 'delete') return [forget(text, places)]
  if (action === 'accept' || action === 'refuse') return [end(text, action === 'accept', proposals)]
  if (action !== 'search')
    return [`/memory has list, search, save, delete, accept and refuse, not ${action}.`]
  const all = [places.project, places.user].flatMap((place) => readNotes(place).notes)
  const found = searchNotes(all, text, deps.clock.now())
  return found.length === 0
    ? [`No note fits "${text}".`]
    : found.map(({ name, body }) => `${name}: ${body}`)
}

type Wired = SlashContext['wired']

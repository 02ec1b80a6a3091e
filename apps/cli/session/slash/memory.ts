import { AircoderError } from '#core'
import { readNotes, searchNotes } from '#memory'
import { forget, listLines } from '../../commands/memory.js'
import { openPlaces } from '../../memory/open_memory.js'
import { saveText } from '../../memory/save_text.js'
import type { SlashCommand, SlashContext } from '../slash_command.js'

export const memory: SlashCommand = {
  name: 'memory',
  help: 'what is remembered; /memory search WORDS, /memory save TEXT, /memory delete NAME',
  isAllowedDuringTurn: true,
  run(rest, { wired, print }) {
    const [action = 'list', ...words] = rest.split(' ').filter((word) => word !== '')
    try {
      for (const line of answer(action, words.join(' '), wired)) print(`${line}\n`)
    } catch (error) {
      if (!(error instanceof AircoderError)) throw error
      print(`${error.message}\n`)
    }
  },
}

function answer(action: string, text: string, wired: SlashContext['wired']): string[] {
  const places = openPlaces(wired.cwd, wired.settings)
  if (action === 'list') return listLines(places)
  if (action === 'save') return [saveText(text, places, {})]
  if (action === 'delete') return [forget(text, places)]
  if (action !== 'search') return [`/memory has list, search, save and delete, not ${action}.`]
  const all = [places.project, places.user].flatMap((place) => readNotes(place).notes)
  const found = searchNotes(all, text, wired.deps.clock.now())
  return found.length === 0
    ? [`No note fits "${text}".`]
    : found.map(({ name, body }) => `${name}: ${body}`)
}

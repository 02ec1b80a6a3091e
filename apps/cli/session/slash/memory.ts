import { type NotePlaces, proposalsIn } from '#memory'
import { showControls } from '#terminal'
import { end, forget } from '../../commands/memory.js'
import { listLines } from '../../memory/list_notes.js'
import { namedNote } from '../../memory/named_note.js'
import { openPlaces, openProposals } from '../../memory/open_memory.js'
import { type SaveOptions, saveText } from '../../memory/save_text.js'
import { searchLines } from '../../memory/search_lines.js'
import { saving } from '../rule_line.js'
import type { SlashCommand, SlashContext } from '../slash_command.js'

export const memory: SlashCommand = {
  name: 'memory',
  hint: '[ACTION]',
  help: 'what is remembered; search WORDS, save TEXT, edit NAME TEXT, scope NAME project|user, delete NAME, accept NAME, refuse NAME',
  group: 'memory',
  isAllowedDuringTurn: true,
  run(rest, { wired, print, input }) {
    const [typed = 'list', ...words] = rest.split(' ').filter((word) => word !== '')
    const action = ALSO[typed] ?? typed
    const said = saving(() => {
      const bring = action === 'edit' && words.length === 1
      return bring ? retyped(words[0] ?? '', wired, input) : answer(action, words, wired).join('\n')
    }, wired.say)
    print(`${showControls(said)}\n`)
  },
}

/** Names that other agents have for an action. */
const ALSO: Readonly<Record<string, string>> = {
  add: 'save',
  ls: 'list',
  rm: 'delete',
  remove: 'delete',
}

/** Puts the text of a note into the input line, to be changed there. */
function retyped(
  name: string,
  { cwd, settings }: SlashContext['wired'],
  input: SlashContext['input'],
): string {
  const note = namedNote(name, openPlaces(cwd, settings))
  input.retype(`/memory edit ${note.name} ${note.body.trim().replace(/\s+/g, ' ')}`)
  return 'Change the text in the input line, then Enter.'
}

function answer(
  action: string,
  words: readonly string[],
  { cwd, settings, ledger }: SlashContext['wired'],
): string[] {
  const places = openPlaces(cwd, settings)
  const proposals = openProposals(cwd, settings)
  const text = words.join(' ')
  if (action === 'list') return listLines(places, proposalsIn(proposals.folder), '/memory')
  if (action === 'save') return [save(words, places)]
  if (action === 'edit') return [edit(words, places)]
  if (action === 'scope') return [move(words, places)]
  if (action === 'delete') return [forget(text, places)]
  if (action === 'accept' || action === 'refuse') return [end(text, action === 'accept', proposals)]
  if (action !== 'search')
    return [
      `/memory has list, search, save, edit, scope, delete, accept and refuse, not ${action}.`,
    ]
  return text === '' ? ['/memory search needs words.'] : searchLines(text, places, ledger)
}

const OPTIONS: Readonly<Record<string, SaveOptions>> = {
  '--user': { user: true },
  '--note': { note: true },
}

/** The options of `aircoder memory save` are no part of the text. */
function save(words: readonly string[], places: NotePlaces): string {
  let options: SaveOptions = {}
  let at = 0
  for (; /^--[a-z]/.test(words[at] ?? ''); at += 1) {
    const option = OPTIONS[words[at] ?? '']
    if (option === undefined) return `/memory save has --user and --note, not ${words[at]}.`
    options = { ...options, ...option }
  }
  const text = words.slice(at).join(' ')
  return text === ''
    ? '/memory save needs a text, as: /memory save Always use tabs.'
    : saveText(text, places, options)
}

function edit([name = '', ...words]: readonly string[], places: NotePlaces): string {
  if (words.length === 0)
    return '/memory edit needs a name and its new text, as: /memory edit use-tabs Never use tabs.'
  return saveText(words.join(' '), places, { name })
}

function move([name = '', scope = '']: readonly string[], places: NotePlaces): string {
  if (scope !== 'project' && scope !== 'user')
    return '/memory scope needs a name and project or user, as: /memory scope use-tabs user'
  const note = namedNote(name, places)
  if (note.scope === scope)
    return `${note.name} is for ${scope === 'user' ? 'all projects' : 'this project'} already.`
  return saveText('', places, { name: note.name, ...(scope === 'user' && { user: true }) })
}

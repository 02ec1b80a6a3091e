import { nearestName } from '#core'
import { helpIn } from '#terminal'
import { languageOf, sayFor } from '../../output/say_for.js'
import { GROUPS, type SlashCommand } from '../slash_command.js'

const KEYS = ['help.send', 'help.rule', 'help.interrupt'] as const

/** Column of the help texts: most names with their hint are shorter. */
const COLUMN = 26
/** Narrower than this nothing is wrapped. */
const LEAST = 30

export const help: SlashCommand = {
  name: 'help',
  hint: '[COMMAND]',
  help: 'list the commands and keys, or one command',
  group: 'program',
  isAllowedDuringTurn: true,
  run(rest, { commands, problems, input, print, wired }) {
    const say = sayFor(wired.settings)
    const columns = Math.max(COLUMN + LEAST, input.columns())
    const language = languageOf(wired.settings)
    const row = (command: SlashCommand) =>
      rowOf({ ...command, help: ownHelp(command, language) }, columns)
    if (rest !== '') return print(`${aboutOne(rest.replace(/^\//, ''), commands, row)}\n`)
    const blocks = GROUPS.flatMap((group) => {
      const own = commands.filter((command) => command.group === group)
      if (own.length === 0) return []
      return [[say(`help.${group}`), ...own.map(row)].join('\n')]
    })
    const unused = problems.map((what) => `  ${say('help.unused', { what })}`)
    const keys = [say('help.keys'), ...KEYS.map((key) => `  ${say(key)}`)]
    print(`${[...blocks, ...unused, keys.join('\n')].join('\n')}\n`)
  },
}

/** Only commands of the program have helps in other languages: a file may have the name of one. */
function ownHelp(command: SlashCommand, language: 'en' | 'zh'): string {
  return command.group === 'own' ? command.help : helpIn(language, command)
}

function rowOf({ name, hint, help: text }: SlashCommand, columns: number): string {
  const typed = `  /${name}${hint === undefined ? '' : ` ${hint}`}`
  const indent = `\n${' '.repeat(COLUMN)}`
  const lines = wrapped(text, columns - COLUMN).join(indent)
  return typed.length < COLUMN ? `${typed.padEnd(COLUMN)}${lines}` : `${typed}${indent}${lines}`
}

/** Lines of words; a longer word has its own. */
function wrapped(text: string, columns: number): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last === '') lines[lines.length - 1] = word
    else if (last.length + 1 + word.length <= columns) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

function aboutOne(
  name: string,
  commands: readonly SlashCommand[],
  row: (command: SlashCommand) => string,
): string {
  const found = commands.find((one) => one.name === name || one.aliases?.includes(name))
  if (found === undefined) {
    const near = nearestName(
      name,
      commands.map((one) => one.name),
    )
    return `There is no command /${name}.${near === null ? '' : ` Did you mean /${near}?`}`
  }
  const { aliases = [], isAllowedDuringTurn } = found
  const others = aliases.map((alias) => `/${alias}`).join(', ')
  return [
    row(found),
    ...(others === '' ? [] : [`  also: ${others}`]),
    ...(isAllowedDuringTurn ? ['  works while a turn runs'] : ['  not while a turn runs']),
  ].join('\n')
}

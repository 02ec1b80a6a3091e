import { nearestName } from '#core'
import type { Shelf } from '#skills'
import { type Say, showControls, wrapText } from '#terminal'
import { GROUPS, type SlashCommand } from '../slash_command.js'

const KEYS = ['help.send', 'help.shell', 'help.rule', 'help.interrupt'] as const

/** Column of the help texts: most names with their hint are shorter. */
const COLUMN = 26
/** Where there is less room for the texts, each begins below its name. */
const LEAST = 30
const NARROW_COLUMN = 4

export const help: SlashCommand = {
  name: 'help',
  aliases: ['hotkeys', 'keys', 'shortcuts'],
  hint: '[COMMAND]',
  help: 'list the commands and keys, or one command',
  group: 'program',
  isAllowedDuringTurn: true,
  run(rest, { commands, problems, input, print, wired }) {
    const { say } = wired
    const columns = input.columns()
    const row = (command: SlashCommand) =>
      rowOf({ ...command, help: ownHelp(command, say) }, columns)
    if (rest !== '') return print(`${aboutOne(rest.replace(/^\//, ''), commands, row)}\n`)
    const blocks = GROUPS.flatMap((group) => {
      const own = commands.filter((command) => command.group === group)
      if (own.length === 0) return []
      return [[say(`help.${group}`), ...own.map(row)].join('\n')]
    })
    // Below the commands of the user, the last group: both come from files.
    blocks.push(...problems.map((what) => `  ${say('help.unused', { what })}`))
    const skills = skillRows(wired.deps.guides?.shelf, commands, columns)
    if (skills.length > 0) blocks.push([say('help.skills'), ...skills].join('\n'))
    const keys = [say('help.keys'), ...KEYS.map((key) => `  ${say(key)}`)]
    print(`${[...blocks, keys.join('\n')].join('\n')}\n`)
  },
}

/** Only commands of the program have helps in other languages: a file may have the name of one. */
function ownHelp(command: SlashCommand, say: Say): string {
  return command.group === 'own' ? command.help : say.help(command)
}

/** The skills that start a task by their name: those that no command hides. */
function skillRows(
  shelf: Shelf | undefined,
  commands: readonly SlashCommand[],
  columns: number,
): string[] {
  return (shelf?.skills ?? [])
    .filter(({ name }) => !commands.some((command) => command.name === name))
    .map(({ name, description }) => rowOf({ name, help: showControls(description) }, columns))
}

function rowOf(
  { name, hint, help: text }: Pick<SlashCommand, 'name' | 'hint' | 'help'>,
  columns: number,
): string {
  const typed = `  /${name}${hint === undefined ? '' : ` ${hint}`}`
  const column = columns < COLUMN + LEAST ? NARROW_COLUMN : COLUMN
  const indent = `\n${' '.repeat(column)}`
  const lines = wrapText(text, columns - column).join(indent)
  return typed.length < column ? `${typed.padEnd(column)}${lines}` : `${typed}${indent}${lines}`
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

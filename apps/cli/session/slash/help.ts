import { nearestName } from '#core'
import { GROUPS, type SlashCommand } from '../slash_command.js'

const KEYS = [
  'Enter sends. While the agent works, a line is delivered after the current step.',
  'A line that begins with # saves a rule for later tasks.',
  'Ctrl+C or Esc interrupts the running turn. At the prompt, Ctrl+C twice quits.',
]

const TITLES: Record<(typeof GROUPS)[number], string> = {
  session: 'Session',
  changes: 'Changes to files',
  model: 'Model and permission mode',
  look: 'What happened',
  memory: 'Memory and skills',
  program: 'Program',
  own: 'Your commands',
}

/** Column of the help texts: most names with their hint are shorter. */
const COLUMN = 26

export const help: SlashCommand = {
  name: 'help',
  hint: '[COMMAND]',
  help: 'list the commands and keys, or one command',
  group: 'program',
  isAllowedDuringTurn: true,
  run(rest, { commands, faults, print }) {
    if (rest !== '') return print(`${aboutOne(rest.replace(/^\//, ''), commands)}\n`)
    const blocks = GROUPS.flatMap((group) => {
      const own = commands.filter((command) => command.group === group)
      if (own.length === 0) return []
      return [[TITLES[group], ...own.map(row)].join('\n')]
    })
    const unused = faults.map((fault) => `  not used: ${fault}`)
    const keys = ['Keys', ...KEYS.map((line) => `  ${line}`)]
    print(`${[...blocks, ...unused, keys.join('\n')].join('\n')}\n`)
  },
}

function row({ name, hint, help: text }: SlashCommand): string {
  const typed = `  /${name}${hint === undefined ? '' : ` ${hint}`}`
  return typed.length < COLUMN
    ? `${typed.padEnd(COLUMN)}${text}`
    : `${typed}\n${' '.repeat(COLUMN)}${text}`
}

function aboutOne(name: string, commands: readonly SlashCommand[]): string {
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

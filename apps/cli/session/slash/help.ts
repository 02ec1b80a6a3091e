import type { SlashCommand } from '../slash_command.js'

const KEYS = [
  'Enter sends. While the agent works, a line is delivered after the current step.',
  'A line that begins with # saves a rule for later tasks.',
  'Ctrl+C or Esc interrupts the running turn. At the prompt, Ctrl+C twice quits.',
]

export const help: SlashCommand = {
  name: 'help',
  help: 'list the commands and keys',
  group: 'program',
  isAllowedDuringTurn: true,
  run(_, { commands, print }) {
    const rows = commands.map((command) => `${`/${command.name}`.padEnd(12)} ${command.help}`)
    print([...rows, ...KEYS].map((line) => `  ${line}\n`).join(''))
  },
}

import type { SlashCommand } from '../slash_command.js'

export const background: SlashCommand = {
  name: 'background',
  aliases: ['bg'],
  help: 'move the running command to the background, also Ctrl+B; it is not stopped',
  group: 'session',
  isAllowedDuringTurn: true,
  run(_, { moveCommand, print }) {
    if (!moveCommand()) print('No command runs that could move to the background.\n')
  },
}

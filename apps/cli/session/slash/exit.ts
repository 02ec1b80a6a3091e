import type { SlashCommand } from '../slash_command.js'

export const exit: SlashCommand = {
  name: 'exit',
  help: 'quit; so does Ctrl+D',
  isAllowedDuringTurn: false,
  run: (_, { leave }) => leave(),
}

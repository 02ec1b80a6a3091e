import type { SlashCommand } from '../slash_command.js'

export const exit: SlashCommand = {
  name: 'exit',
  help: 'quit; so does Ctrl+D. A running turn is interrupted and kept',
  isAllowedDuringTurn: true,
  run: (_, { leave }) => leave(),
}

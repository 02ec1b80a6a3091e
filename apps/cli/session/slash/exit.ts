import type { SlashCommand } from '../slash_command.js'

export const exit: SlashCommand = {
  name: 'exit',
  aliases: ['quit', 'q'],
  help: 'quit; so does Ctrl+D. A running turn is interrupted and kept',
  group: 'program',
  isAllowedDuringTurn: true,
  run: (_, { leave }) => leave(),
}

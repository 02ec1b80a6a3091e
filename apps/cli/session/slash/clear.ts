import type { SlashCommand } from '../slash_command.js'

export const clear: SlashCommand = {
  name: 'clear',
  aliases: ['reset', 'new'],
  help: 'start a new session; the old one stays in the ledger',
  group: 'session',
  isAllowedDuringTurn: false,
  run: (_, { startNewSession }) => startNewSession(),
}

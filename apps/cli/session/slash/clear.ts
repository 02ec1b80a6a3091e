import type { SlashCommand } from '../slash_command.js'

export const clear: SlashCommand = {
  name: 'clear',
  help: 'start a new session; the old one stays in the ledger',
  isAllowedDuringTurn: false,
  run: (_, { startNewSession }) => startNewSession(),
}

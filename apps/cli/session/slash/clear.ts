import type { SlashCommand } from '../slash_command.js'

export const clear: SlashCommand = {
  name: 'clear',
  aliases: ['reset', 'new'],
  help: 'start a new session; the old one stays in the ledger',
  group: 'session',
  isAllowedDuringTurn: false,
  run(_, { sessionId, startNewSession, print }) {
    startNewSession()
    print(
      sessionId === undefined
        ? 'This session is new: it has no message yet.\n'
        : `The next message starts a new session. /resume ${sessionId} goes back to the last one.\n`,
    )
  },
}

import { renameSession } from '../../sessions/rename_session.js'
import type { SlashCommand } from '../slash_command.js'

export const rename: SlashCommand = {
  name: 'rename',
  aliases: ['title', 'name'],
  hint: 'TITLE',
  help: 'give this session another title',
  group: 'session',
  isAllowedDuringTurn: true,
  run(rest, { wired: { ledger, say }, sessionId, print }) {
    if (sessionId === undefined) return print('There is no session to rename yet.\n')
    if (rest === '') return print('Type /rename and the new title.\n')
    print(`${say.part(renameSession(ledger, sessionId, rest))}\n`)
  },
}

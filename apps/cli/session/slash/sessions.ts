import { oneLine } from '../../output/one_line.js'
import type { SlashCommand } from '../slash_command.js'

const LISTED = 10

export const sessions: SlashCommand = {
  name: 'sessions',
  help: 'list stored sessions, newest first',
  group: 'session',
  isAllowedDuringTurn: true,
  run(_, { wired: { ledger }, print }) {
    for (const { id, title } of ledger.sessions(LISTED)) print(`  ${id}  ${oneLine(title)}\n`)
  },
}

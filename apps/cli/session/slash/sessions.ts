import { countNoun } from '#core'
import { showControls } from '#terminal'
import { findSessions } from '../../sessions/find_sessions.js'
import { sessionLine } from '../../sessions/session_line.js'
import type { SlashCommand } from '../slash_command.js'

const LISTED = 10

export const sessions: SlashCommand = {
  name: 'sessions',
  hint: '[WORDS]',
  help: 'list stored sessions, newest first; with words those that have them',
  group: 'session',
  isAllowedDuringTurn: true,
  run(rest, { wired: { ledger, say }, print }) {
    const found = rest === '' ? ledger.sessions() : findSessions(ledger, rest)
    if (found.length === 0)
      return print(rest === '' ? 'No session is stored yet.\n' : 'No session has these words.\n')
    for (const row of found.slice(0, LISTED))
      print(`  ${showControls(sessionLine(row, ledger, say))}\n`)
    const left = found.length - LISTED
    if (left > 0) print(`  and ${countNoun(left, 'older one')}: aircoder sessions\n`)
  },
}

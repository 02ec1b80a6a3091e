import { AircoderError, redactTyped } from '#core'
import { forkSession } from '#supervisor'
import { forkLine } from '../../sessions/fork_wanted.js'
import type { SlashCommand } from '../slash_command.js'

export const fork: SlashCommand = {
  name: 'fork',
  aliases: ['branch'],
  hint: '[TITLE]',
  help: 'go on in a copy of this session; the original stays as it is',
  group: 'session',
  isAllowedDuringTurn: false,
  run(rest, { wired: { deps, ledger, say }, sessionId, goOnIn, print }) {
    if (sessionId === undefined) return print('There is nothing to copy yet.\n')
    try {
      const copy = forkSession(sessionId, deps, rest === '' ? {} : { title: redactTyped(rest) })
      ledger.claimSession(copy)
      goOnIn(copy, false)
      print(`${forkLine(copy, sessionId)}\n`)
    } catch (error) {
      if (!(error instanceof AircoderError)) throw error
      print(`${say.error(error).message}\n`)
    }
  },
}

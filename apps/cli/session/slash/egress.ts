import { showControls } from '#terminal'
import { egressLines } from '../../commands/egress.js'
import type { SlashCommand } from '../slash_command.js'

const LISTED = 10

export const egress: SlashCommand = {
  name: 'egress',
  hint: '[N]',
  help: 'what left this machine, when, and to which host',
  group: 'look',
  isAllowedDuringTurn: true,
  run(rest, { wired: { ledger }, print }) {
    if (!/^\d{0,4}$/.test(rest) || rest === '0')
      return print(`/egress lists the last ${LISTED} requests, /egress N the last N.\n`)
    const rows = ledger.egress({ limit: Number(rest || LISTED) }).reverse()
    print(`${showControls(egressLines(rows).join('\n'))}\n`)
  },
}

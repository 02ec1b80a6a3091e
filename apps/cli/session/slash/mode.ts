import { MODES } from '#core'
import type { SlashCommand } from '../slash_command.js'

export const mode: SlashCommand = {
  name: 'mode',
  help: `show or set the permission mode: ${MODES.join(', ')}`,
  isAllowedDuringTurn: false,
  run(rest, { wired, print }) {
    const wanted = MODES.find((known) => known === rest)
    if (wanted === undefined && rest !== '') return print(`Modes: ${MODES.join(', ')}.\n`)
    if (wanted !== undefined) wired.setMode(wanted)
    print(`mode ${wired.deps.gate.mode()}\n`)
  },
}

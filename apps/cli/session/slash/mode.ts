import { MODES, nearestName, showControls } from '#core'
import type { SlashCommand } from '../slash_command.js'

export const mode: SlashCommand = {
  name: 'mode',
  hint: '[MODE]',
  help: `show or set the permission mode: ${MODES.join(', ')}`,
  group: 'model',
  isAllowedDuringTurn: true,
  async run(rest, { wired, print, setMode }) {
    const wanted = MODES.find((known) => known === rest)
    if (wanted === undefined && rest !== '') {
      const near = nearestName(rest, MODES)
      const meant = near === null ? '' : ` Did you mean ${near}?`
      return print(`There is no mode ${showControls(rest)}.${meant} Modes: ${MODES.join(', ')}.\n`)
    }
    if (wanted !== undefined) await setMode(wanted)
    print(`${wired.say.part(`mode ${wired.deps.gate.mode()}`)}\n`)
  },
}

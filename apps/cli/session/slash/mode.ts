import { MODES, nearestName, showControls } from '#core'
import type { SlashCommand } from '../slash_command.js'
import { wordOf } from '../slash_word.js'

export const mode: SlashCommand = {
  name: 'mode',
  hint: '[MODE]',
  help: `show or set the permission mode: ${MODES.join(', ')}`,
  group: 'model',
  isAllowedDuringTurn: true,
  async run(rest, { wired, print, setMode }) {
    const wanted = wordOf(rest, MODES)
    if (wanted === undefined && rest !== '') {
      const near = nearestName(rest, MODES)
      const meant = near === null ? '' : ` Did you mean ${near}?`
      return print(`There is no mode ${showControls(rest)}.${meant} Modes: ${MODES.join(', ')}.\n`)
    }
    if (wanted !== undefined) await setMode(wanted)
    const now = wired.deps.gate.mode()
    const others = MODES.filter((known) => known !== now).join(', ')
    print(`${wired.say.part(`mode ${now}`)}${rest === '' ? ` (others: ${others})` : ''}\n`)
  },
}

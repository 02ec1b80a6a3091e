import type { SlashCommand } from '../slash_command.js'

export const explore: SlashCommand = {
  name: 'explore',
  hint: '[on|off]',
  help: 'show or set whether edit tools are hidden until there is a plan',
  group: 'model',
  isAllowedDuringTurn: true,
  run(rest, { wired, print }) {
    if (rest !== '' && rest !== 'on' && rest !== 'off')
      return print('Write /explore on or /explore off.\n')
    if (rest !== '') wired.setExplore(rest === 'on')
    const isOn = wired.deps.checks.explore?.() === true
    print(`explore ${isOn ? 'on' : 'off'}\n`)
  },
}

import type { SlashCommand } from '../slash_command.js'

export const thinking: SlashCommand = {
  name: 'thinking',
  hint: '[on|off]',
  help: 'show what the model thinks, or no longer',
  group: 'look',
  isAllowedDuringTurn: true,
  run(rest, { screen, print }) {
    const wanted = rest.toLowerCase()
    if (!['', 'on', 'off'].includes(wanted))
      return print('Type /thinking, /thinking on or /thinking off.\n')
    const isWanted = wanted === '' ? !screen.isThinkingShown() : wanted === 'on'
    if (isWanted !== screen.isThinkingShown()) screen.toggleThinking()
    print(`thinking is ${isWanted ? 'shown' : 'hidden'}\n`)
  },
}

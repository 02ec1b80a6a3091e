import type { SlashCommand } from '../slash_command.js'

export const thinking: SlashCommand = {
  name: 'thinking',
  help: 'show what the model thinks, or no longer',
  group: 'look',
  isAllowedDuringTurn: true,
  run(_, { screen, print }) {
    print(`thinking is ${screen.toggleThinking() ? 'shown' : 'hidden'}\n`)
  },
}

import { openRestore, restoreFiles } from '../changes/restore_files.js'
import type { SlashCommand } from '../slash_command.js'

export const redo: SlashCommand = {
  name: 'redo',
  help: 'redo what was undone last',
  group: 'changes',
  isAllowedDuringTurn: false,
  async run(rest, context) {
    if (rest !== '') return context.print('Type /redo alone: it takes no number.\n')
    if (openRestore(context) !== null) await restoreFiles('redo', null, context)
  },
}

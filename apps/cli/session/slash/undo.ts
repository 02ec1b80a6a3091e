import { isCount, openRestore, restoreFiles } from '../changes/restore_files.js'
import type { SlashCommand } from '../slash_command.js'

export const undo: SlashCommand = {
  name: 'undo',
  hint: '[N|turn]',
  help: 'undo the last edit, the last N edits, or the last turn',
  group: 'changes',
  isAllowedDuringTurn: false,
  async run(rest, context) {
    const task = openRestore(context)
    if (task === null) return
    if (rest === 'turn') return restoreFiles('undo', { back: 'turn' }, context)
    const count = rest === '' ? 1 : Number(rest)
    if (!isCount(rest) || count === 0) return context.print('Type /undo, /undo N or /undo turn.\n')
    await restoreFiles('undo', { back: 'edits', count }, context)
  },
}

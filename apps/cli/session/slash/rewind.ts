import { isCount, openRestore, restoreFiles } from '../changes/restore_files.js'
import { rewindDialog } from '../changes/rewind_dialog.js'
import type { SlashCommand } from '../slash_command.js'

export const rewind: SlashCommand = {
  name: 'rewind',
  aliases: ['checkpoint'],
  hint: '[STEP]',
  help: 'go back to before a message: code, conversation or both; STEP: the files after it',
  group: 'changes',
  isAllowedDuringTurn: false,
  async run(rest, context) {
    if (rest === '') return rewindDialog(context)
    if (!isCount(rest)) return context.print('Type /rewind or /rewind STEP.\n')
    const task = openRestore(context)
    if (task === null) return
    const step = Number(rest)
    if (step > task.steps)
      return context.print(
        `There is no step ${step}: the steps are 0 (its start) to ${task.steps}.\n`,
      )
    await restoreFiles('undo', { back: 'step', taskId: task.id, step }, context)
  },
}

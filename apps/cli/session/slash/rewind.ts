import { isCount, openRestore, restoreFiles } from '../restore_files.js'
import type { SlashCommand } from '../slash_command.js'

export const rewind: SlashCommand = {
  name: 'rewind',
  help: 'restore the files as they were after a step of the last task: /rewind [STEP]',
  group: 'changes',
  isAllowedDuringTurn: false,
  async run(rest, context) {
    const task = openRestore(context)
    if (task === null) return
    if (!isCount(rest)) return context.print('Type /rewind or /rewind STEP.\n')
    const step = Number(rest || 0)
    if (step > task.steps)
      return context.print(
        `There is no step ${step}: the steps are 0 (its start) to ${task.steps}.\n`,
      )
    await restoreFiles('undo', { back: 'step', taskId: task.id, step }, context)
  },
}

import { LIMITS, limitLines } from '#core'
import { showControls } from '#terminal'
import { describeTaskDiff } from '../changes/describe_task_diff.js'
import { openRestore } from '../changes/restore_files.js'
import type { SlashCommand } from '../slash_command.js'

export const diff: SlashCommand = {
  name: 'diff',
  help: 'show what the newest task that changed files did to them',
  group: 'changes',
  isAllowedDuringTurn: false,
  run(_, context) {
    const task = openRestore(context)
    if (task === null) return
    const lines = describeTaskDiff(task.sessionId, context)
    const { paintDiff } = context.screen
    const cut = () => showControls(limitLines(lines, LIMITS.diffLines).join('\n'))
    context.print(`${paintDiff === undefined ? cut() : paintDiff(lines.join('\n'))}\n`)
  },
}

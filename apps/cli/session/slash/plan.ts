import { oneLine } from '../../output/one_line.js'
import { lastTask } from '../changes/restore_files.js'
import type { SlashCommand } from '../slash_command.js'

export const plan: SlashCommand = {
  name: 'plan',
  help: 'show the plan of the last task',
  group: 'look',
  isAllowedDuringTurn: true,
  run(_, context) {
    const { print } = context
    const task = lastTask(context)
    if (task === undefined) return print('No task yet.\n')
    for (const { status, text } of context.wired.ledger.view(task.id).plan)
      print(`  ${status === 'resolved' ? '[x]' : '[ ]'} ${oneLine(text)}\n`)
  },
}

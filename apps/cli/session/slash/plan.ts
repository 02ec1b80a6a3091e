import { planRows } from '#terminal'
import { lastTask } from '../changes/restore_files.js'
import type { SlashCommand } from '../slash_command.js'

export const plan: SlashCommand = {
  name: 'plan',
  aliases: ['todos', 'todo', 'tasks'],
  help: 'show the plan of the last task',
  group: 'look',
  isAllowedDuringTurn: true,
  run(_, context) {
    const { print, input, screen, wired } = context
    const task = lastTask(context)
    if (task === undefined) return print('No task yet.\n')
    const { part: inWords } = wired.say
    const size = { columns: input.columns(), most: Number.POSITIVE_INFINITY, inWords }
    screen.printRows(planRows(wired.ledger.view(task.id).plan, size))
  },
}

import { oneLine } from '../../output/one_line.js'
import type { SlashCommand } from '../slash_command.js'

export const plan: SlashCommand = {
  name: 'plan',
  help: 'show the plan of the last task',
  isAllowedDuringTurn: true,
  run(_, { wired: { ledger }, print }) {
    const task = ledger.tasks()[0]
    if (task === undefined) return print('No task yet.\n')
    for (const { status, text } of ledger.view(task.id).plan)
      print(`  ${status === 'resolved' ? '[x]' : '[ ]'} ${oneLine(text)}\n`)
  },
}

import { acceptTests, planAcceptance } from '#supervisor'
import { YES_NO } from '../../answers/ask_choice.js'
import {
  describeAccept,
  describeAccepted,
  whyNothing,
} from '../../output/describe/describe_accept.js'
import { openRestore } from '../changes/restore_files.js'
import type { SlashCommand } from '../slash_command.js'

export const accept: SlashCommand = {
  name: 'accept',
  help: 'show the tests that the last task changed, and accept them as right',
  group: 'changes',
  isAllowedDuringTurn: false,
  async run(_, context) {
    const { print, ask, wired, during, screen } = context
    const task = openRestore(context)
    if (task === null) return
    const nothing = whyNothing(task)
    if (nothing !== null) return print(`${nothing}\n`)
    const plan = planAcceptance(task, wired.deps)
    if (plan.tests.length > 0) {
      for (const line of describeAccept(plan, screen.paintDiff)) print(`${line}\n`)
      const answer = await ask({ prompt: 'accept? y = yes · n = no: ', choices: YES_NO })
      if (answer !== 'y') return print('Nothing was accepted.\n')
    }
    const ended = await during((signal) => acceptTests(plan, wired.deps, signal))
    print(`${describeAccepted(ended, plan)}\n`)
  },
}

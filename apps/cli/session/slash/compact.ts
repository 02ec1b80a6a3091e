import { figure } from '#core'
import { compact as rebuildPrompt } from '#supervisor'
import type { SlashCommand } from '../slash_command.js'

export const compact: SlashCommand = {
  name: 'compact',
  aliases: ['compress', 'summarize'],
  hint: '[TEXT]',
  help: 'write a shorter prompt from the ledger; TEXT stays in every later prompt',
  group: 'session',
  isAllowedDuringTurn: false,
  run(rest, context) {
    const { print, wired } = context
    const { sessionId } = context
    const [task] =
      sessionId === undefined ? [] : wired.ledger.tasks({ sessionId, inConversation: true })
    if (task === undefined) return print('There is nothing to compact yet.\n')
    if (wired.ledger.view(task.id).pending !== null)
      return print('The last step was interrupted; `aircoder resume` completes it first.\n')
    const done = rebuildPrompt(wired.ledger.view(task.id), wired.deps, rest)
    if (done === null) return print('There is nothing to compact yet.\n')
    const { beforeTokens, afterTokens, steps, isWritten } = done
    const [before, after] = [figure(beforeTokens), figure(afterTokens)]
    if (!isWritten)
      return print(`The prompt is short already: ${before} tokens. It stays as it is.\n`)
    context.screen.recount()
    const facts = wired.ledger.find({ taskId: task.id, limit: 1 }).length > 0 ? ', facts' : ''
    const own = rest === '' ? '' : ', your text'
    const size =
      afterTokens < beforeTokens
        ? `Compacted from ${before} to ${after} tokens.`
        : `The prompt was written again: ${after} tokens, ${before} before.`
    print(
      `${size} Kept: task${facts}, edits${own}, ${lastSteps(steps)}. The ledger has the rest.\n`,
    )
  },
}

function lastSteps(count: number): string {
  return count === 1 ? 'the last step' : `the last ${count} steps`
}

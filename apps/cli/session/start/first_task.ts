import type { TaskRow } from '#ledger'
import type { Input } from '#terminal'
import type { Flags } from '../../flags/flags.js'
import { oneLine } from '../../output/one_line.js'
import { openTheme } from '../../output/open_theme.js'
import { taskTitle } from '../../output/task_title.js'
import type { Prepared } from '../../run/prepare.js'
import { unfinishedTask } from '../../run/take_up.js'
import { wantedSession } from '../../run/wanted_session.js'
import type { Interrupts } from '../leave/handle_interrupts.js'
import { lastExchange } from './last_exchange.js'
import { offerUnfinished } from './offer_unfinished.js'

interface First {
  prepared: Pick<Prepared, 'ledger' | 'say' | 'settings'>
  flags: Flags
  input: Input
  /** For words of the person and the model, which are in no other language. */
  terminal: Pick<Input, 'print' | 'columns'>
  interrupts: Pick<Interrupts, 'question'>
}

/**
 * The unfinished task that this session takes up: with `-c` and `-r` that of the continued session, otherwise
 * the one that the person chooses. null: the session waits for a line.
 */
export async function firstTask({
  prepared: { ledger, say, settings },
  flags,
  input,
  terminal,
  interrupts,
}: First): Promise<TaskRow | 'left' | null> {
  const continued = wantedSession(ledger, flags)
  if (continued !== undefined) {
    const { stdout } = process
    const theme = openTheme(flags, settings, stdout, process.env).now()
    const size = { columns: terminal.columns(), rows: stdout.rows }
    for (const row of lastExchange(ledger, continued, size))
      terminal.print(`${theme.text(row, 'dim')}\n`)
    const task = unfinishedTask(ledger, continued)
    const line =
      task === undefined
        ? say('session.session', { text: oneLine(ledger.session(continued).title) })
        : say('session.task', { step: task.steps + 1, text: taskTitle(task.text) })
    input.print(`${line}\n`)
    return task ?? null
  }
  if (flags.continue || flags.resume === true) input.print(`${say('session.none')}\n`)
  const question = new AbortController()
  const { signal } = question
  interrupts.question = question
  const offered = await offerUnfinished(ledger, { input, say, leave: () => {} }, signal)
  interrupts.question = null
  if (offered.kind === 'left') return signal.aborted ? null : 'left'
  return offered.kind === 'go on' ? offered.task : null
}

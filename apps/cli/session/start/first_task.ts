import type { TaskRow } from '#ledger'
import type { Input } from '#terminal'
import type { Flags } from '../../flags/flags.js'
import { oneLine } from '../../output/one_line.js'
import type { Prepared } from '../../run/prepare.js'
import { unfinishedTask } from '../../run/take_up.js'
import { wantedSession } from '../../run/wanted_session.js'
import { offerUnfinished } from './offer_unfinished.js'

interface First {
  prepared: Pick<Prepared, 'ledger' | 'say'>
  flags: Flags
  input: Input
}

/**
 * The unfinished task that this session takes up: with `-c` and `-r` that of the continued session, otherwise
 * the one that the person chooses. null: the session waits for a line.
 */
export async function firstTask({
  prepared: { ledger, say },
  flags,
  input,
}: First): Promise<TaskRow | 'left' | null> {
  const continued = wantedSession(ledger, flags)
  if (continued !== undefined) {
    const task = unfinishedTask(ledger, continued)
    const what = task === undefined ? ledger.session(continued).title : task.text
    const key = task === undefined ? 'session.session' : 'session.task'
    input.print(`${say(key, { text: oneLine(what) })}\n`)
    return task ?? null
  }
  if (flags.continue || flags.resume === true) input.print(`${say('session.none')}\n`)
  const offered = await offerUnfinished(ledger, { input, say, leave: () => {} })
  if (offered.kind === 'left') return 'left'
  return offered.kind === 'go on' ? offered.task : null
}

import type { Deps } from '../deps/deps.js'
import { findOnce } from './find_once.js'
import type { Frame } from './frame.js'

/** Messages of a running task that are read. */
const LOOK_BACK = 200

/** What the user asked for in this task, with what was added while it ran, oldest first. */
export function askedIn({ view }: Frame, { ledger }: Pick<Deps, 'ledger'>): string {
  const decided = {
    taskId: view.task.id,
    kind: 'decision',
    subject: 'user',
    limit: LOOK_BACK,
  } as const
  const said = findOnce(view, decided, { ledger })
    .filter(({ facts }) => facts.author === 'user')
    .reverse()
    .map(({ payloadHash }) => ledger.payload(payloadHash).toString('utf8'))
  return [view.task.text, ...said].join('\n')
}

import type { Say } from '#terminal'
import type { Interrupts } from './handle_interrupts.js'

/** The last line of a session: how it goes on, and the signal that ended it. A terminal that hung up gets none. */
export function lastLine(
  { signal }: Pick<Interrupts, 'signal'>,
  id: string | undefined,
  say: Say,
): string {
  if (signal === 'SIGHUP') return ''
  if (signal === 'SIGTERM')
    return `${id === undefined ? say('session.ended', { signal }) : say('session.stopped', { signal, id })}\n`
  // Not -c: a run in between would be the last session then.
  return id === undefined ? '' : `${say('session.left', { id })}\n`
}

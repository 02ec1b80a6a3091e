import type { ServerResponse } from 'node:http'
import { Refusal } from '../refusals/refusal.js'
import { onAbort } from '../signals/on_abort.js'

/**
 * Runs work with a signal that aborts when the client leaves or one of `ends` does; for work before the
 * exchange, which has its own.
 */
export async function whileWanted<T>(
  response: ServerResponse,
  ends: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController()
  const gone = () => stop.abort(new Refusal('client_closed', 'The client left.'))
  if (response.closed || response.destroyed) gone()
  response.once('close', gone)
  const offs = ends.map((end) => {
    if (end.aborted) stop.abort(end.reason)
    return onAbort(end, () => stop.abort(end.reason))
  })
  try {
    return await work(stop.signal)
  } finally {
    response.off('close', gone)
    for (const off of offs) off()
  }
}

/** One listener a signal, whatever the number of those who wait on it. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>()

/**
 * Calls back when a signal aborts, at most once. For signals that live as long as the process or a person's
 * token: taking one of a thousand listeners off such a signal means a search through them, and
 * `AbortSignal.any` keeps a trace of each request; here both ends cost the same few nanoseconds.
 * @returns  takes the callback back; call it when the work has ended
 */
export function onAbort(signal: AbortSignal, act: () => void): () => void {
  const all = waiting.get(signal) ?? watch(signal)
  all.add(act)
  return () => void all.delete(act)
}

function watch(signal: AbortSignal): Set<() => void> {
  const all = new Set<() => void>()
  const abort = () => {
    for (const act of [...all]) act()
    all.clear()
  }
  signal.addEventListener('abort', abort, { once: true })
  waiting.set(signal, all)
  return all
}

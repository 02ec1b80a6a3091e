/** One listener for each signal, with all its callbacks. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>()

/**
 * Calls back when a signal aborts, at most once. For signals that live as long as the process or a person's
 * token: removing one of a thousand listeners searches through them, and `AbortSignal.any` keeps a reference
 * to each request; here adding and removing cost a few nanoseconds.
 * @returns  removes the callback; call it when the work has ended
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

import type { Upstream } from './engine.js'

/** A shorter one is no secret, and would be found in every other word. */
const SHORTEST = 4

/**
 * Strikes the box's own token out of all that an engine says when it refuses: some repeat it in their answer, and
 * that answer goes to whoever asked, and to the log.
 * @param token  as the settings have it; undefined: the engine asks for none
 */
export function redactToken(upstream: Upstream, token: string | undefined): Upstream {
  if (token === undefined || token.length < SHORTEST) return upstream

  async function guarded<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      throw withoutToken(error, token ?? '')
    }
  }

  const plain = upstream.plain?.bind(upstream)
  return {
    ...upstream,
    list: () => guarded(upstream.list()),
    async prepare(call) {
      const prepared = await guarded(upstream.prepare(call))
      return { ...prepared, run: (sink, signal) => guarded(prepared.run(sink, signal)) }
    },
    ...(plain && { plain: (...args: Parameters<typeof plain>) => guarded(plain(...args)) }),
  }
}

function withoutToken(error: unknown, token: string): unknown {
  if (!(error instanceof Error)) return error
  if (error.message.includes(token)) error.message = error.message.replaceAll(token, '[redacted]')
  if (error.stack?.includes(token)) error.stack = error.stack.replaceAll(token, '[redacted]')
  return error
}

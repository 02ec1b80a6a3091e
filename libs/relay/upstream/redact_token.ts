import type { Upstream } from './engine.js'

/** A shorter token is not a secret and would match parts of common words. */
const SHORTEST = 4

/**
 * Replaces the engine's bearer token in error messages: some engines repeat it in their answer, and that
 * answer goes to the client and to the log.
 * @param token  `engineToken` of the settings; undefined: the engine needs none
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
  const reload = upstream.reload?.bind(upstream)
  return {
    ...upstream,
    list: () => guarded(upstream.list()),
    async prepare(call) {
      const prepared = await guarded(upstream.prepare(call))
      return { ...prepared, run: (sink, signal) => guarded(prepared.run(sink, signal)) }
    },
    ...(reload && { reload: (...args: Parameters<typeof reload>) => guarded(reload(...args)) }),
    ...(plain && { plain: (...args: Parameters<typeof plain>) => guarded(plain(...args)) }),
  }
}

function withoutToken(error: unknown, token: string): unknown {
  if (!(error instanceof Error)) return error
  if (error.message.includes(token)) error.message = error.message.replaceAll(token, '[redacted]')
  if (error.stack?.includes(token)) error.stack = error.stack.replaceAll(token, '[redacted]')
  return error
}

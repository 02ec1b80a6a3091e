import { Refusal } from '../refusals/refusal.js'
import type { Upstream } from './engine.js'
import { hidePlaces } from './hide_places.js'

/** A shorter token is not a secret and would match parts of common words. */
const SHORTEST = 4

/** What an engine's text must not tell a client. */
export interface EngineSecrets {
  /** `engineToken` of the settings: some engines repeat it. */
  token?: string | undefined
  /** `engineUrl` of the settings. */
  url?: string | undefined
}

/**
 * Replaces the engine's bearer token in error messages, which go to the client and to the log; in those for the
 * client also paths and addresses of the box.
 */
export function redactEngine(upstream: Upstream, { token, url }: EngineSecrets): Upstream {
  const secret = token !== undefined && token.length >= SHORTEST ? token : null
  // The embedded engine has the path of a file here.
  const hosts = url !== undefined && URL.canParse(url) ? [new URL(url).hostname] : []

  async function guarded<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      const named = secret === null ? error : withoutToken(error, secret)
      if (named instanceof Refusal) named.message = hidePlaces(named.message, hosts)
      throw named
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

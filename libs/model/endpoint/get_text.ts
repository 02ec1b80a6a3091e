import type { Clock } from '#core'
import { RequestFailedError } from './errors.js'
import { seconds } from './timers.js'
import { openTransport } from './transport.js'

export interface GetOptions {
  /** The one origin that is spoken to, and the only one that sees the token. */
  baseUrl: string
  token?: string | undefined
  clock: Clock
}

/** A document, and when the server says it is now: Unix time in ms, null where it does not say. */
export interface Got {
  text: string
  serverMs: number | null
}

/**
 * Gets one JSON document as text, in one try: connection, headers and body together have `ms`.
 * @throws RequestFailedError when it does not come
 */
export async function getText(
  { baseUrl, token, clock }: GetOptions,
  url: string,
  ms: number,
): Promise<Got> {
  const transport = openTransport({
    baseUrl,
    token,
    limits: { connectMs: ms, firstTokenMs: ms, idleMs: ms },
    expects: 'json',
    now: () => clock.now(),
  })
  let late = false
  const timer = setTimeout(() => {
    late = true
    transport.close()
  }, ms)
  try {
    const answer = await transport.fetch(url, { headers: { accept: 'application/json' } })
    const text = await answer.text()
    const failure = transport.failure()
    if (failure !== null) throw new RequestFailedError(failure)
    const date = Date.parse(answer.headers.get('date') ?? '')
    return { text, serverMs: Number.isNaN(date) ? null : date }
  } catch (error) {
    if (!late) throw error
    throw new RequestFailedError({ kind: 'silent', reason: `no answer within ${seconds(ms)}` })
  } finally {
    clearTimeout(timer)
    transport.close()
  }
}

/** How far the server's clock is from ours, in ms, above 0 when it is ahead; null: it does not tell. */
export async function serverClockOffset(options: GetOptions, ms: number): Promise<number | null> {
  try {
    const { serverMs } = await getText(options, `${options.baseUrl}/models`, ms)
    return serverMs === null ? null : serverMs - options.clock.now()
  } catch (error) {
    if (error instanceof RequestFailedError) return null
    throw error
  }
}

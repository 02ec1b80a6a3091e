import type { Clock } from '#core'
import { RequestFailedError } from './errors.js'
import { seconds } from './seconds.js'
import { openTransport } from './transport.js'

export interface GetOptions {
  /** The only origin that requests and the token are sent to. */
  baseUrl: string
  token?: string | undefined
  clock: Clock
}

/** A document and the server's Date header as Unix time in ms; null when the header is missing. */
export interface Got {
  text: string
  serverMs: number | null
}

/**
 * Gets one JSON document as text, without a retry. `ms` limits connection, headers and body together.
 * @throws RequestFailedError when the request fails or times out
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
    const { text, date } = await transport.getDocument(url)
    const serverMs = Date.parse(date ?? '')
    return { text, serverMs: Number.isNaN(serverMs) ? null : serverMs }
  } catch (error) {
    if (!late) throw error
    throw new RequestFailedError({ kind: 'silent', reason: `no answer within ${seconds(ms)}` })
  } finally {
    clearTimeout(timer)
    transport.close()
  }
}

/** The server's clock minus ours in ms; null when the request fails or has no Date header. */
export async function serverClockOffset(options: GetOptions, ms: number): Promise<number | null> {
  try {
    const { serverMs } = await getText(options, `${options.baseUrl}/models`, ms)
    return serverMs === null ? null : serverMs - options.clock.now()
  } catch (error) {
    if (error instanceof RequestFailedError) return null
    throw error
  }
}

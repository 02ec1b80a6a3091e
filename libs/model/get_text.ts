import type { Clock } from '#core'
import { FaultError } from './faults.js'
import { openTransport } from './transport.js'
import { seconds } from './watch.js'

export interface GetOptions {
  /** The one origin that is spoken to, and the only one that sees the token. */
  baseUrl: string
  token?: string | undefined
  clock: Clock
}

/**
 * Gets one JSON document as text, in one try: connection, headers and body together have `ms`.
 * @throws FaultError when it does not come
 */
export async function getText(
  { baseUrl, token, clock }: GetOptions,
  url: string,
  ms: number,
): Promise<string> {
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
    const fault = transport.fault()
    if (fault !== null) throw new FaultError(fault)
    return text
  } catch (error) {
    if (!late) throw error
    throw new FaultError({ kind: 'silent', reason: `no answer within ${seconds(ms)}` })
  } finally {
    clearTimeout(timer)
    transport.close()
  }
}

import type { FastifyInstance } from 'fastify'
import { restarting } from '../refusals/restarting.js'
import type { Parts } from './parts.js'

/** Time for the last error events to leave, and for a server to close. */
const LAST_WORDS_MS = 1_000

/**
 * Ends the proxy without a broken stream: whoever waits is refused, whoever runs may end for `drainMs`,
 * then gets an error event. Listening goes on until then, so that new requests meet a 503, not a wall.
 */
export async function drain(
  parts: Parts,
  ending: AbortController,
  servers: readonly FastifyInstance[],
): Promise<void> {
  const refusal = restarting()
  parts.draining = true
  parts.queue.putOut(refusal)
  await settled(parts, parts.settings.drainMs)
  ending.abort(refusal)
  await settled(parts, LAST_WORDS_MS)
  await Promise.all(servers.map((server) => closeServer(server, parts)))
  await parts.upstream.close()
}

async function settled({ active, clock }: Parts, ms: number): Promise<void> {
  const enough = new AbortController()
  await Promise.race([Promise.allSettled(active), clock.sleep(ms, enough.signal)])
  enough.abort()
}

// Kept connections would hold the server open for their whole keep-alive time.
async function closeServer(server: FastifyInstance, { clock }: Parts): Promise<void> {
  const enough = new AbortController()
  const late = clock.sleep(LAST_WORDS_MS, enough.signal)
  void late.then(() => server.server.closeAllConnections())
  await server.close()
  enough.abort()
}

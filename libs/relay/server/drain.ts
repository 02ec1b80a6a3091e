import type { FastifyInstance } from 'fastify'
import { restarting } from '../refusals/restarting.js'
import type { Parts } from './parts.js'

/** Time for sending the last error events, and for closing a server. */
const CLOSE_MS = 1_000

/**
 * Stops the proxy without a broken stream: waiting requests are refused, running ones may finish for `drainMs`
 * and then get an error event. It listens until then, so that new requests get a 503.
 */
export async function drain(
  parts: Parts,
  ending: AbortController,
  servers: readonly FastifyInstance[],
): Promise<void> {
  const refusal = restarting()
  parts.draining = true
  parts.queue.refuseWaiting(refusal)
  await settled(parts, parts.settings.drainMs)
  ending.abort(refusal)
  await settled(parts, CLOSE_MS)
  await Promise.all(servers.map((server) => closeServer(server, parts)))
  await parts.upstream.close()
}

async function settled({ active, clock }: Parts, ms: number): Promise<void> {
  const enough = new AbortController()
  await Promise.race([Promise.allSettled(active), clock.sleep(ms, enough.signal)])
  enough.abort()
}

// Idle connections would keep the server open for their whole keep-alive time.
async function closeServer(server: FastifyInstance, { clock }: Parts): Promise<void> {
  const enough = new AbortController()
  const late = clock.sleep(CLOSE_MS, enough.signal)
  void late.then(() => server.server.closeAllConnections())
  await server.close()
  enough.abort()
}

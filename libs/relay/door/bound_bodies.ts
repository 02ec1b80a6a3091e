import type { ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { jitteredWait, Refusal } from '../errors.js'
import type { ProxySettings } from '../settings.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** Bytes that are kept free for its body until it stands in the queue; 0 before and after. */
    arriving: number
  }
}

/** Of all the room, what one person may fill. */
const SHARE = 1 / 2

/** Room for bodies that are still arriving or being read: nobody has a place in the queue by sending slowly. */
export interface Bodies {
  /**
   * Keeps room for the body of a request whose person is known, until `release` or the end of its answer.
   * @throws Refusal queue_full when the person's share is full, engine_unavailable when all is
   */
  reserve(request: FastifyRequest, response: ServerResponse): void
  /** The queue counts it from here on. */
  release(request: FastifyRequest): void
}

/** @param settings  as much as may wait in the queue may arrive: `queueBytes`, read anew at each request */
export function createBodies(
  settings: Readonly<Pick<ProxySettings, 'queueBytes' | 'bodyBytes'>>,
): Bodies {
  const own = new Map<string, number>()
  let all = 0

  function release(request: FastifyRequest): void {
    const { arriving, person } = request
    if (arriving === 0) return
    request.arriving = 0
    all -= arriving
    const left = (own.get(person.name) ?? 0) - arriving
    if (left > 0) own.set(person.name, left)
    else own.delete(person.name)
  }

  return {
    reserve(request, response) {
      const bytes = Math.min(sizeOf(request), settings.bodyBytes)
      if (bytes === 0) return
      const { name } = request.person
      const mine = own.get(name) ?? 0
      // One is always let in, however large.
      if (mine > 0 && mine + bytes > settings.queueBytes * SHARE)
        throw new Refusal('queue_full', 'Your other requests are still being sent.', comeAgain())
      if (all > 0 && all + bytes > settings.queueBytes)
        throw new Refusal('engine_unavailable', 'Too many requests are being sent.', comeAgain())
      request.arriving = bytes
      all += bytes
      own.set(name, mine + bytes)
      response.once('close', () => release(request))
    },
    release,
  }

  /** A body in chunks tells no size: it counts as the largest. */
  function sizeOf({ headers }: FastifyRequest): number {
    if (headers['transfer-encoding'] !== undefined) return settings.bodyBytes
    return Number(headers['content-length'] ?? 0)
  }
}

function comeAgain() {
  return { retryAfterSeconds: jitteredWait(5) }
}

import type { ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { jitteredWait, Refusal } from '../refusals/refusal.js'
import type { ProxySettings } from '../settings/settings.js'
import { TRUSTED_BYTES } from './collect_body.js'

/** What a body that is arriving takes. */
interface Arriving {
  /** As its head says; counted against its person alone, who can shut out nobody else by saying much. */
  said: number
  /** Memory that it has; counted against all. */
  held: number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set until its body stands in the queue. */
    arriving: Arriving | null
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
  /**
   * More of it has come than there was memory for: it will have `bytes` in all.
   * @throws Refusal engine_unavailable when there is no room for that
   */
  grow(request: FastifyRequest, bytes: number): void
  /** The queue counts it from here on. */
  release(request: FastifyRequest): void
}

/** @param settings  as much as may wait in the queue may arrive: `queueBytes`, read anew at each request */
export function createBodyLimits(
  settings: Readonly<Pick<ProxySettings, 'queueBytes' | 'bodyBytes'>>,
): Bodies {
  const said = new Map<string, number>()
  let held = 0

  function release(request: FastifyRequest): void {
    const { arriving, person } = request
    if (arriving === null) return
    request.arriving = null
    held -= arriving.held
    const left = (said.get(person.name) ?? 0) - arriving.said
    if (left > 0) said.set(person.name, left)
    else said.delete(person.name)
  }

  /** One is always let in, however large. */
  function assertRoom(others: number, bytes: number): void {
    if (others > 0 && others + bytes > settings.queueBytes)
      throw new Refusal('engine_unavailable', 'Too many requests are being sent.', comeAgain())
  }

  return {
    reserve(request, response) {
      const bytes = Math.min(sizeOf(request), settings.bodyBytes)
      if (bytes === 0) return
      const { name } = request.person
      const mine = said.get(name) ?? 0
      if (mine > 0 && mine + bytes > settings.queueBytes * SHARE)
        throw new Refusal('queue_full', 'Your other requests are still being sent.', comeAgain())
      const first = Math.min(bytes, TRUSTED_BYTES)
      assertRoom(held, first)
      request.arriving = { said: bytes, held: first }
      held += first
      said.set(name, mine + bytes)
      response.once('close', () => release(request))
    },
    grow({ arriving }, bytes) {
      if (arriving === null) return
      const others = held - arriving.held
      assertRoom(others, bytes)
      arriving.held = bytes
      held = others + bytes
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

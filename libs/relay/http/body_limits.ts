import type { ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { jitteredWait, Refusal } from '../refusals/refusal.js'
import type { ProxySettings } from '../settings/settings.js'
import { TRUSTED_BYTES } from './collect_body.js'

/** Room that a body takes while it arrives. */
interface Arriving {
  /** Size in its headers; counted only for its person, so that a large claim does not block other people. */
  said: number
  /** Memory that is allocated for it; counted for all people. */
  held: number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set until the queue counts the body. */
    arriving: Arriving | null
  }
}

/** Share of the room that one person may fill. */
const SHARE = 1 / 2

/** Bounds the memory of bodies that are still arriving: a slow sender has no place in the queue yet. */
export interface Bodies {
  /**
   * Reserves room for the body of an authenticated request, until `release` or the end of its answer.
   * @throws Refusal queue_full when the person's share is full, engine_unavailable when all room is taken
   */
  reserve(request: FastifyRequest, response: ServerResponse): void
  /**
   * Increases the memory of a body to `bytes` in all.
   * @throws Refusal engine_unavailable when there is no room for them
   */
  grow(request: FastifyRequest, bytes: number): void
  /** Ends the reservation: the queue counts the body from now on. */
  release(request: FastifyRequest): void
}

/** @param settings  `queueBytes` bounds arriving bodies and waiting ones alike; read at each request */
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

  /** One body is always accepted, whatever its size. */
  function assertRoom(others: number, bytes: number): void {
    if (others > 0 && others + bytes > settings.queueBytes)
      throw new Refusal(
        'engine_unavailable',
        'Too many requests are being sent to this proxy.',
        retryLater(),
      )
  }

  return {
    reserve(request, response) {
      const bytes = Math.min(sizeOf(request), settings.bodyBytes)
      if (bytes === 0) return
      const { name } = request.person
      const mine = said.get(name) ?? 0
      if (mine > 0 && mine + bytes > settings.queueBytes * SHARE)
        throw new Refusal('queue_full', 'Your other requests are still being sent.', retryLater())
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

  /** A body in chunks has no known size: it counts as the largest one. */
  function sizeOf({ headers }: FastifyRequest): number {
    if (headers['transfer-encoding'] !== undefined) return settings.bodyBytes
    return Number(headers['content-length'] ?? 0)
  }
}

function retryLater() {
  return { retryAfterSeconds: jitteredWait(5) }
}

import type { ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { jitteredWait, Refusal } from '../../refusals/refusal.js'
import type { ProxySettings } from '../../settings/settings.js'
import { TRUSTED_BYTES } from './collect_body.js'

/** Room that a body takes while it arrives. */
interface Arriving {
  /**
   * Size in its headers, or what a body in chunks has needed so far. Counted only for its person, so that a large
   * claim does not block other people.
   */
  said: number
  /** Its size is not known before its end. */
  chunked: boolean
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
   * @throws Refusal engine_unavailable when there is no room for them, queue_full as `reserve` does
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

  function assertShare(others: number, bytes: number): void {
    if (others > 0 && others + bytes > settings.queueBytes * SHARE)
      throw new Refusal('queue_full', 'Your other requests are still being sent.', retryLater())
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
      const { headers, person } = request
      // A body in chunks counts for what has arrived: opening one costs its sender nothing.
      const chunked = headers['transfer-encoding'] !== undefined
      const stated = chunked ? TRUSTED_BYTES : Number(headers['content-length'] ?? 0)
      const bytes = Math.min(stated, settings.bodyBytes)
      if (bytes === 0) return
      const mine = said.get(person.name) ?? 0
      assertShare(mine, bytes)
      const first = Math.min(bytes, TRUSTED_BYTES)
      assertRoom(held, first)
      request.arriving = { said: bytes, held: first, chunked }
      held += first
      said.set(person.name, mine + bytes)
      response.once('close', () => release(request))
    },
    grow({ arriving, person }, bytes) {
      if (arriving === null) return
      if (arriving.chunked) {
        const mine = (said.get(person.name) ?? 0) - arriving.said
        assertShare(mine, bytes)
        said.set(person.name, mine + bytes)
        arriving.said = bytes
      }
      const others = held - arriving.held
      assertRoom(others, bytes)
      arriving.held = bytes
      held = others + bytes
    },
    release,
  }
}

function retryLater() {
  return { retryAfterSeconds: jitteredWait(5) }
}

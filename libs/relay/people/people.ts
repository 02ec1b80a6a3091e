import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Clock } from '#core'
import type { Listener } from '../http/listener.js'
import { Refusal } from '../refusals/refusal.js'
import { matchesAny } from '../settings/patterns.js'
import type { StoredToken } from '../settings/person_terms.js'
import type { ProxySettings } from '../settings/settings.js'
import { createBook } from './book.js'
import { createFailures } from './failures.js'
import { assertGuarded, isLoopback, makePerson, type Person } from './person.js'
import { dropTailscaleHeaders, isFunnelled, readLogin } from './tailscale.js'
import { bearerOf } from './token.js'
import { openTokenFile } from './token_file.js'
import { type Watch, watchFile } from './watch.js'

/** Who may use the box. */
export interface People {
  /**
   * Authenticates a request before its body is read.
   * @throws Refusal invalid_api_key, rate_limited, funnel_refused
   */
  identify(request: FastifyRequest, listener: Listener): Person
  /** Whether a request without a token is allowed here. */
  isOpenTo(request: FastifyRequest, listener: Listener): boolean
  /** Reloads the tokens of settings and store; a store that cannot be read changes nothing. */
  reload(): void
  close(): void
}

/**
 * @param settings  read at each request, because a reload changes them in place
 * @throws          AircoderError PROXY_NO_TOKENS, PROXY_TOKENS_UNREADABLE
 */
export function createPeople(settings: Readonly<ProxySettings>, clock: Clock, log: Logger): People {
  const book = createBook(clock)
  const failures = createFailures(() => settings.failedAuthPerMinute, clock)
  const file = settings.stateDir === undefined ? null : openTokenFile(settings.stateDir)
  let stored: StoredToken[] = file?.read() ?? []
  let lastError: string | null = null
  let watching: Watch | null = null
  book.replace(settings.tokens, stored)
  assertGuarded(settings, book.size())
  const local = makePerson('local')
  let isOpen = book.size() === 0 && settings.insecureLoopback

  function take(): boolean {
    const isRead = readStore()
    book.replace(settings.tokens, stored)
    // A proxy that had tokens at the start keeps asking for one, also after the last token is revoked.
    if (book.size() > 0) isOpen = false
    return isRead
  }

  function readStore(): boolean {
    try {
      stored = file?.read() ?? []
      lastError = null
      return true
    } catch (error) {
      const { message } = error as Error
      // It is retried every second, and logged again only for another error.
      if (message !== lastError) log.error({ err: error }, 'tokens not reloaded')
      lastError = message
      return false
    }
  }

  function byToken(request: FastifyRequest): Person {
    const address = request.socket.remoteAddress ?? ''
    const seconds = failures.blockedFor(address)
    const holder = book.find(request.headers.authorization)
    // A token that a person chose can be guessed; 256 random bits cannot, so those need no limit.
    const mayPass = seconds === 0 || !holder?.chosen || isLoopback(address)
    if (holder !== null && mayPass) return holder.person
    if (holder === null) failures.failed(address)
    if (seconds === 0)
      throw bearerOf(request.headers.authorization) === null ? missingToken() : unknownToken()
    throw new Refusal('rate_limited', 'Too many wrong tokens came from your address.', {
      retryAfterSeconds: seconds,
      retryable: false,
    })
  }

  function byTailscale(request: FastifyRequest): Person {
    const login = readLogin(request.headers)
    // A tagged machine has no login, so only a token can identify it.
    if (login === null && !settings.tailscaleBearer) return byToken(request)
    if (login === null || !matchesAny(settings.tailscaleUsers, login)) throw unknownToken()
    const vouched = book.vouched(login)
    if (vouched === null) throw unknownToken()
    if (settings.tailscaleBearer) return byToken(request)
    // Stock clients always send some token: an invalid one is ignored for a person whom Tailscale authenticated.
    return book.find(request.headers.authorization)?.person ?? vouched
  }

  if (file !== null) {
    watching = watchFile(file.path, take)
    // Read again, so that a change between the first reading and the watch is not missed.
    take()
  }
  return {
    identify(request, listener) {
      if (isFunnelled(request.headers))
        throw new Refusal('funnel_refused', 'This proxy is not open to the public internet.')
      try {
        if (listener === 'tailscale') return byTailscale(request)
        return isOpen ? local : byToken(request)
      } finally {
        dropTailscaleHeaders(request.headers)
      }
    },
    isOpenTo({ headers }, listener) {
      if (isFunnelled(headers)) return false
      if (listener === 'open') return isOpen
      const login = readLogin(headers)
      if (login === null || settings.tailscaleBearer) return false
      return matchesAny(settings.tailscaleUsers, login) && book.vouched(login) !== null
    },
    reload: () => void take(),
    close: () => watching?.close(),
  }
}

/** Nothing is revealed by saying that nothing was sent. */
function missingToken(): Refusal {
  return new Refusal(
    'invalid_api_key',
    'The token is missing. Send it as "Authorization: Bearer TOKEN". Ask the owner of this proxy for one.',
  )
}

/** One answer for all invalid tokens: it does not reveal whether one was ever valid. */
function unknownToken(): Refusal {
  return new Refusal(
    'invalid_api_key',
    'The token is invalid. Ask the owner of this proxy for one.',
  )
}

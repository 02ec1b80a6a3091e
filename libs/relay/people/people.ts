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
import { openTokenFile } from './token_file.js'
import { type Watch, watchFile } from './watch.js'

/** Who may use the box. */
export interface People {
  /**
   * Finds out who sent a request, before its body is read.
   * @throws Refusal invalid_api_key, rate_limited, funnel_refused
   */
  identify(request: FastifyRequest, listener: Listener): Person
  /** Tells whether a request without a token would be let in here. */
  isOpenTo(request: FastifyRequest, listener: Listener): boolean
  /** Takes the settings' tokens anew and reads the store again; a store that cannot be read changes nothing. */
  reload(): void
  close(): void
}

/**
 * @param settings  read anew at each request: what can be reloaded changes in place
 * @throws          AircoderError PROXY_NO_TOKENS, PROXY_TOKENS_UNREADABLE
 */
export function createPeople(settings: Readonly<ProxySettings>, clock: Clock, log: Logger): People {
  const book = createBook(clock)
  const failures = createFailures(() => settings.failedAuthPerMinute, clock)
  const file = settings.stateDir === undefined ? null : openTokenFile(settings.stateDir)
  let stored: StoredToken[] = file?.read() ?? []
  let fault: string | null = null
  let watching: Watch | null = null
  book.replace(settings.tokens, stored)
  assertGuarded(settings, book.size())
  const local = makePerson('local')
  let isOpen = book.size() === 0 && settings.insecureLoopback

  function take(): boolean {
    const isRead = readStore()
    book.replace(settings.tokens, stored)
    // A door that was guarded once stays so, also when its last token is gone.
    if (book.size() > 0) isOpen = false
    return isRead
  }

  function readStore(): boolean {
    try {
      stored = file?.read() ?? []
      fault = null
      return true
    } catch (error) {
      const { message } = error as Error
      // It is tried again every second, and said again when it is another fault.
      if (message !== fault) log.error({ err: error }, 'the tokens stay as they were')
      fault = message
      return false
    }
  }

  function byToken(request: FastifyRequest): Person {
    const address = request.socket.remoteAddress ?? ''
    const seconds = failures.blockedFor(address)
    const holder = book.find(request.headers.authorization)
    // What a person chose can be guessed; 256 random bits cannot, so their holder need not wait.
    const mayPass = seconds === 0 || !holder?.chosen || isLoopback(address)
    if (holder !== null && mayPass) return holder.person
    if (holder === null) failures.failed(address)
    if (seconds === 0) throw unknownToken()
    throw new Refusal('rate_limited', 'Too many wrong tokens came from your address.', {
      retryAfterSeconds: seconds,
      retryable: false,
    })
  }

  function byTailscale(request: FastifyRequest): Person {
    const login = readLogin(request.headers)
    // A tagged machine has no login, so its token alone can tell who it is.
    if (login === null && !settings.tailscaleBearer) return byToken(request)
    if (login === null || !matchesAny(settings.tailscaleUsers, login)) throw unknownToken()
    const vouched = book.vouched(login)
    if (vouched === null) throw unknownToken()
    if (settings.tailscaleBearer) return byToken(request)
    // Stock clients always send some token: one that opens nothing is no reason to refuse whom Tailscale knows.
    return book.find(request.headers.authorization)?.person ?? vouched
  }

  if (file !== null) {
    watching = watchFile(file.path, take)
    // What changed between the first reading and the watch is not missed.
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

/** One answer for every token that opens nothing: it tells nobody whether it ever did. */
function unknownToken(): Refusal {
  return new Refusal(
    'invalid_api_key',
    'This proxy does not know that token. Ask its owner for one.',
  )
}

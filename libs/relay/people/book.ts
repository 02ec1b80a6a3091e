import { timingSafeEqual } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import type { Clock } from '#core'
import { Refusal } from '../refusals/refusal.js'
import type { StoredToken } from '../settings/person_terms.js'
import { digestOf, type ProxySettings } from '../settings/settings.js'
import { isLive } from './edit_tokens.js'
import { makePerson, type Person } from './person.js'
import { bearerOf } from './token.js'

type ChosenToken = ProxySettings['tokens'][number]

/** The tokens in use, and their people. */
export interface Book {
  /** All tokens, valid or not. */
  size(): number
  /**
   * @returns  the person of this token, and whether a person chose it: such a token can be guessed;
   *           null alike for a token that is unknown, expired or revoked
   */
  find(authorization: string | undefined): { person: Person; chosen: boolean } | null
  /**
   * The person of a name that Tailscale authenticated; the terms are those of the name's token, if it has one.
   * @param login  in lower case
   * @returns      null when all tokens of that name are revoked
   */
  vouched(login: string): Person | null
  /** Takes new lists; the running streams of tokens that are no longer in them end. */
  replace(chosen: readonly ChosenToken[], stored: readonly StoredToken[]): void
}

interface Known {
  digest: Buffer
  person: Person
  stored: StoredToken | null
}

/** @param compare  replaced by tests that count the comparisons */
export function createBook(clock: Clock, compare = timingSafeEqual): Book {
  let known: Known[] = []
  /** One for each valid token or login, by its key. */
  const ways = new Map<string, AbortController>()

  function wayOf(key: string): AbortSignal {
    const way = ways.get(key) ?? new AbortController()
    ways.set(key, way)
    // There are as many listeners as streams; Node's default of ten would report a leak.
    setMaxListeners(0, way.signal)
    return way.signal
  }

  function closeWay(key: string): void {
    ways.get(key)?.abort(new Refusal('invalid_api_key', 'Your token was revoked.'))
    ways.delete(key)
  }

  const isOpen = ({ stored }: Known) => stored === null || isLive(stored, clock.now())
  const namedLike = (login: string) =>
    known.filter(({ person }) => person.name.toLowerCase() === login)

  return {
    size: () => known.length,
    find(authorization) {
      const token = bearerOf(authorization)
      const digest = digestOf(token ?? '')
      let found: Known | null = null
      // Every entry is compared, also after a match, so that the time reveals nothing.
      for (const entry of known) if (compare(entry.digest, digest)) found = entry
      if (token === null || found === null || !isOpen(found)) return null
      return { person: found.person, chosen: found.stored === null }
    },
    vouched(login) {
      const own = namedLike(login)
      const open = own.filter(isOpen).at(-1)
      if (own.length > 0 && open === undefined) return null
      const terms = open === undefined ? {} : { ...open.person, tokenId: null }
      return makePerson(open?.person.name ?? login, { ...terms, revoked: wayOf(`login ${login}`) })
    },
    replace(chosen, stored) {
      const open = new Set<string>()
      const knownAs = (key: string, isGood: boolean) => {
        if (isGood) open.add(key)
        return isGood ? wayOf(key) : AbortSignal.abort()
      }
      known = [
        ...chosen.map((token) => ({
          digest: Buffer.from(token.sha256, 'hex'),
          person: personOf(token, null, knownAs(`chosen ${token.sha256}`, true)),
          stored: null,
        })),
        ...stored.map((token) => ({
          digest: Buffer.from(token.sha256, 'hex'),
          person: personOf(
            token,
            token.id,
            // An expiry does not end running streams; a revocation does.
            knownAs(`token ${token.id} ${token.sha256}`, token.revoked === undefined),
          ),
          stored: token,
        })),
      ]
      for (const key of [...ways.keys()]) {
        const login = key.startsWith('login ') ? key.slice('login '.length) : null
        const isGone = login === null ? !open.has(key) : isShut(namedLike(login))
        if (isGone) closeWay(key)
      }
    },
  }
}

function isShut(own: Known[]): boolean {
  return own.length > 0 && own.every(({ stored }) => stored?.revoked !== undefined)
}

function personOf(
  { name, class: kind, limits, models }: ChosenToken,
  tokenId: string | null,
  revoked: AbortSignal,
): Person {
  return { name, class: kind, limits, models: models ?? null, tokenId, revoked }
}

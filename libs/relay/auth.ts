import { timingSafeEqual } from 'node:crypto'
import { AircoderError } from '#core'
import { Refusal } from './errors.js'
import { digestOf, type ProxySettings } from './settings.js'

/** Who asks. The name is the key of fairness and the only personal word in a log line. */
export interface Person {
  name: string
}

/** Finds the person behind an Authorization header; throws the refusal invalid_api_key. */
export type FindPerson = (authorization: string | undefined) => Person

const LOCAL: Person = { name: 'local' }

/**
 * Builds the check of bearer tokens.
 * @throws AircoderError PROXY_NO_TOKENS without tokens, unless on loopback and told so
 */
export function createAuth(settings: ProxySettings): FindPerson {
  if (settings.tokens.length > 0) {
    const known = settings.tokens.map(({ name, sha256 }) => ({
      person: { name },
      digest: Buffer.from(sha256, 'hex'),
    }))
    return (header) => findByToken(known, header)
  }
  const hosts = [settings.host].flat()
  if (!settings.insecureLoopback || !hosts.every(isLoopback))
    throw new AircoderError('PROXY_NO_TOKENS', { host: hosts.join(', ') })
  return () => LOCAL
}

// Every entry is compared, whoever matched: the time tells nothing about the place in the list.
function findByToken(
  known: readonly { person: Person; digest: Buffer }[],
  header: string | undefined,
): Person {
  const token = /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1]
  const digest = digestOf(token ?? '')
  let found: Person | null = null
  for (const entry of known) if (timingSafeEqual(entry.digest, digest)) found = entry.person
  if (found === null || token === undefined)
    throw new Refusal(
      'invalid_api_key',
      'This proxy does not know that token. Ask its owner for one.',
    )
  return found
}

/** Tells whether an address can be reached from this machine alone. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

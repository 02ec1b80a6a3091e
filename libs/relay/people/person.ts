import { AircoderError } from '#core'
import { DEFAULT_CLASS, type RequestClass } from '../settings/classes.js'
import type { PersonLimits } from '../settings/person_terms.js'
import type { ProxySettings } from '../settings/settings.js'

/** The person of a request. The name is the key of fairness and the only personal data in a log line. */
export interface Person {
  name: string
  /** The highest class of the queue that this person's requests may have. */
  class: RequestClass
  limits: Readonly<PersonLimits>
  /** Model ids that this person may use, `*` matches any text; null: all models of the settings. */
  models: readonly string[] | null
  /** The id of the token in the store, never the token itself. null: authenticated in another way. */
  tokenId: string | null
  /** Aborts with the refusal to send when the token is revoked: running streams end by it. */
  revoked: AbortSignal
}

/** A person without limits, who cannot be revoked. */
export function makePerson(name: string, rest: Partial<Person> = {}): Person {
  return {
    name,
    class: DEFAULT_CLASS,
    limits: {},
    models: null,
    tokenId: null,
    revoked: new AbortController().signal,
    ...rest,
  }
}

/**
 * Requires authentication for every client, unless only this machine can reach the proxy and the settings
 * allow it.
 * @param tokens  how many tokens there are, in the settings and in the store
 * @throws        AircoderError PROXY_NO_TOKENS
 */
export function assertGuarded(settings: ProxySettings, tokens: number): void {
  if (tokens > 0) return
  const hosts = [settings.host].flat()
  // With Tailscale every person is authenticated, and the other listeners refuse all requests.
  if (settings.tailscaleListen !== undefined && !settings.insecureLoopback) return
  if (!settings.insecureLoopback || !hosts.every(isLoopback))
    throw new AircoderError('PROXY_NO_TOKENS', { host: hosts.join(', ') })
}

/** Whether an address can be reached from this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

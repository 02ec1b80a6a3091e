import { AircoderError } from '#core'
import { DEFAULT_CLASS, type RequestClass } from '../settings/classes.js'
import type { PersonLimits } from '../settings/person_terms.js'
import type { ProxySettings } from '../settings/settings.js'

/** Who asks. The name is the key of fairness and the only personal word in a log line. */
export interface Person {
  name: string
  /** The highest class of the queue that this person's requests may have. */
  class: RequestClass
  limits: Readonly<PersonLimits>
  /** Model ids that this person may use, `*` matches any text; null: all that are open here. */
  models: readonly string[] | null
  /** Which of the store's tokens opened the door; never the token. null: another way in. */
  tokenId: string | null
  /** Aborts with the refusal to send as soon as this way in is closed: running streams end by it. */
  revoked: AbortSignal
}

/** A person without limits of their own, whom nobody can revoke. */
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
 * Holds that whoever may reach the proxy is asked who they are, unless only this machine can reach it
 * and the settings say so.
 * @param tokens  how many tokens there are, in the settings and in the store
 * @throws        AircoderError PROXY_NO_TOKENS
 */
export function assertGuarded(settings: ProxySettings, tokens: number): void {
  if (tokens > 0) return
  const hosts = [settings.host].flat()
  // With an identity from Tailscale nobody is let in unasked: the other listeners let in nobody.
  if (settings.tailscaleListen !== undefined && !settings.insecureLoopback) return
  if (!settings.insecureLoopback || !hosts.every(isLoopback))
    throw new AircoderError('PROXY_NO_TOKENS', { host: hosts.join(', ') })
}

/** Tells whether an address can be reached from this machine alone. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

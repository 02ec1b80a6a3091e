import type { IncomingHttpHeaders } from 'node:http'

const LOGIN = /^[\w.+-]{1,64}@[\w.-]{1,64}$/

/**
 * The login that tailscaled wrote into a request, in lower case; null when there is none or it is not one
 * address. Only to be believed on a listener that nobody but tailscaled can reach.
 */
export function readLogin(headers: IncomingHttpHeaders): string | null {
  const login = headers['tailscale-user-login']
  return typeof login === 'string' && LOGIN.test(login) ? login.toLowerCase() : null
}

/** Tells whether a request came by Funnel, from the public internet. Whoever lies about it is refused only. */
export function isFunnelled(headers: IncomingHttpHeaders): boolean {
  return headers['tailscale-funnel-request'] !== undefined
}

/** Takes out whatever claims to be from tailscaled, so that nothing behind the door can believe it. */
export function dropTailscaleHeaders(headers: IncomingHttpHeaders): void {
  for (const name of Object.keys(headers)) if (name.startsWith('tailscale-')) delete headers[name]
}

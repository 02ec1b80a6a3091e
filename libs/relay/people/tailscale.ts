import type { IncomingHttpHeaders } from 'node:http'

const LOGIN = /^[\w.+-]{1,64}@[\w.-]{1,64}$/

/**
 * The login that tailscaled wrote into a request, in lower case; null when there is none or it is not one
 * address. Valid only on a listener that nothing but tailscaled can reach.
 */
export function readLogin(headers: IncomingHttpHeaders): string | null {
  const login = headers['tailscale-user-login']
  return typeof login === 'string' && LOGIN.test(login) ? login.toLowerCase() : null
}

/** Whether a request came by Funnel, from the public internet. A client that forges this header is only refused. */
export function isFunnelled(headers: IncomingHttpHeaders): boolean {
  return headers['tailscale-funnel-request'] !== undefined
}

/** Removes all headers of tailscaled, so that no later code can trust a forged one. */
export function dropTailscaleHeaders(headers: IncomingHttpHeaders): void {
  for (const name of Object.keys(headers)) if (name.startsWith('tailscale-')) delete headers[name]
}

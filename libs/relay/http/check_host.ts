import { isIPv6 } from 'node:net'
import { hostname } from 'node:os'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../refusals/refusal.js'
import { matchesAny } from '../settings/patterns.js'
import type { ProxySettings } from '../settings/settings.js'
import type { Listener } from './listener.js'

/** Names of this machine that no foreign name server can redirect. */
const OWN_NAMES = ['localhost', '127.0.0.1', '::1']
/** Tailscale serves under the machine's own name only, and only Tailscale can assign such a name. */
const TAILNET = ['*.ts.net']

/**
 * Refuses requests that a web page could make a browser send: with the name of another host (DNS rebinding), or
 * from another site.
 * @throws Refusal host_not_allowed, origin_not_allowed
 */
export function checkHost(
  request: FastifyRequest,
  listener: Listener,
  settings: Readonly<ProxySettings>,
): void {
  const { host, origin } = request.headers
  const name = nameIn(host)
  if (name === null || !isOurs(name, request, listener, settings))
    throw new Refusal(
      'host_not_allowed',
      'This host name is not allowed. Use the address of the proxy, or add the name to AIRCODER_PROXY_HOSTS.',
    )
  if (origin !== undefined && !isSameSite(origin, host, settings))
    throw new Refusal('origin_not_allowed', 'Other web sites may not use this proxy.')
}

function isOurs(
  name: string,
  { socket }: FastifyRequest,
  listener: Listener,
  { host, hosts }: Readonly<ProxySettings>,
): boolean {
  return (
    OWN_NAMES.includes(name) ||
    // The address that the client connected to, also where the proxy listens on all addresses.
    name === plain(socket.localAddress ?? '') ||
    [host].flat().some((listened) => plain(listened) === name) ||
    name === plain(hostname()) ||
    (listener === 'tailscale' && matchesAny(TAILNET, name)) ||
    isNamed(hosts, name)
  )
}

function isNamed(hosts: readonly string[], name: string): boolean {
  return matchesAny(hosts.map(plain), name)
}

/** true: a page of this server, or of a host that the settings name. */
function isSameSite(
  origin: string,
  host: string | undefined,
  { hosts }: Readonly<ProxySettings>,
): boolean {
  if (!URL.canParse(origin)) return false
  const from = new URL(origin)
  return from.host === host?.toLowerCase() || isNamed(hosts, plain(from.hostname))
}

/** Cache: clients send the same few names. */
const names = new Map<string, string | null>()
const MOST_NAMES = 256

/** The name in a Host header, without port and brackets, in lower case; null when it is missing or invalid. */
function nameIn(host: string | undefined): string | null {
  const known = names.get(host ?? '')
  if (known !== undefined) return known
  const name = readName(host)
  if (names.size < MOST_NAMES) names.set(host ?? '', name)
  return name
}

function readName(host: string | undefined): string | null {
  const found = /^(?:\[([0-9a-f:.]+)\]|([\w.-]+))(?::\d{1,5})?$/i.exec(host ?? '')
  const name = found?.[1] ?? found?.[2]
  return name === undefined ? null : plain(name)
}

/** One spelling for each name and address: lower case, shortest IPv6, IPv4 instead of IPv6-mapped. */
function plain(name: string): string {
  const bare = name
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/^::ffff:(?=\d+\.)/, '')
    .replace(/%.*$/, '')
    .replace(/\.$/, '')
  return isIPv6(bare) ? shortest(bare) : bare
}

function shortest(address: string): string {
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(short) ?? []
  if (high === undefined || low === undefined) return short
  return [high, low]
    .map((part) => Number.parseInt(part, 16))
    .flatMap((part) => [part >> 8, part & 255])
    .join('.')
}

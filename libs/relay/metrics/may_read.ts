import { BlockList, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Listener } from '../http/listener.js'

/** Headers of a proxy in front that forwards a request. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via', 'tailscale-user-login']

/**
 * Whether a scraper may read without a token: its address is in the list, and the request is not forwarded.
 * tailscaled and a web server on this box forward requests of the whole world from loopback.
 * @param from  addresses and networks
 */
export function mayRead(
  { socket, headers }: FastifyRequest,
  listener: Listener,
  from: readonly string[],
): boolean {
  const address = socket.remoteAddress
  if (listener === 'tailscale' || address === undefined) return false
  if (FORWARDED.some((name) => headers[name] !== undefined)) return false
  const list = new BlockList()
  for (const one of from) {
    const [start = '', bits] = one.split('/')
    const family = isIPv6(start) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(start, family)
    else list.addSubnet(start, Number(bits), family)
  }
  // An IPv4 peer of a socket for both families shows as IPv6 (::ffff:…), which the list knows.
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { sourceOf } from './source_of.js'

export interface ConnectionLimits {
  /** Connections of one address at the same time. */
  connectionsPerAddress: number
  /** Connections of all addresses at the same time. */
  connections: number
}

interface Held {
  socket: Socket
  /** Requests that it carries now; with one it is never closed for another. */
  running: number
  /** A person was identified on it. */
  known: boolean
}

/** Every open connection of the proxy. At a limit an idle one makes room, so that idle sockets keep nobody out. */
export interface Connections {
  /** Counts the connections of one more server, and closes what is too many. */
  guard(server: Server): void
  /** Marks a connection on which a person was identified: strangers are closed first. */
  know(socket: Socket): void
}

/**
 * At the limit of an address, its connection that has been idle longest is closed; at the limit of all, one of
 * the address that has most. Strangers go before known people. Without an idle one the new connection is closed.
 * @param limits  read at each connection, because a reload changes them in place
 */
export function createConnections(limits: Readonly<ConnectionLimits>): Connections {
  /** By address, in the order in which they became idle. */
  const held = new Map<string, Map<Socket, Held>>()
  let total = 0

  function makeRoom(address: string): boolean {
    const own = held.get(address)?.size ?? 0
    if (own >= limits.connectionsPerAddress) return closeIdle(address)
    if (total < limits.connections) return true
    return [...held]
      .filter(([, sockets]) => sockets.size >= own)
      .sort(([, a], [, b]) => b.size - a.size)
      .some(([largest]) => closeIdle(largest))
  }

  function closeIdle(address: string): boolean {
    const idle = [...(held.get(address)?.values() ?? [])].filter(({ running }) => running === 0)
    const one = idle.find(({ known }) => !known) ?? idle[0]
    if (one === undefined) return false
    forget(address, one.socket)
    one.socket.destroy()
    return true
  }

  function forget(address: string, socket: Socket): void {
    const sockets = held.get(address)
    if (sockets?.delete(socket)) total -= 1
    if (sockets?.size === 0) held.delete(address)
  }

  function find(socket: Socket): { sockets: Map<Socket, Held>; one: Held } | null {
    const sockets = held.get(addressOf(socket))
    const one = sockets?.get(socket)
    return sockets === undefined || one === undefined ? null : { sockets, one }
  }

  return {
    guard(server) {
      server.on('connection', (socket) => {
        const address = addressOf(socket)
        if (!makeRoom(address)) {
          socket.destroy()
          return
        }
        const sockets = held.get(address) ?? new Map<Socket, Held>()
        held.set(address, sockets.set(socket, { socket, running: 0, known: false }))
        total += 1
        socket.once('close', () => forget(address, socket))
      })
      server.on('request', ({ socket }, response) => {
        const found = find(socket)
        if (found === null) return
        const { sockets, one } = found
        one.running += 1
        response.once('close', () => {
          one.running -= 1
          // Behind the others: it was idle last.
          if (sockets.delete(socket)) sockets.set(socket, one)
        })
      })
    },
    know(socket) {
      const found = find(socket)
      if (found !== null) found.one.known = true
    },
  }
}

/** The address of a closed socket is unknown, so that of its first moment is kept. */
const addresses = new WeakMap<Socket, string>()

function addressOf(socket: Socket): string {
  const known = addresses.get(socket)
  if (known !== undefined) return known
  const address = sourceOf(socket.remoteAddress ?? '')
  addresses.set(socket, address)
  return address
}

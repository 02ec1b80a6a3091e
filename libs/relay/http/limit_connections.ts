import type { Server } from 'node:http'

/** Limits the connections of one address at the same time; a connection beyond the limit is closed at once. */
export function limitConnections(server: Server, perAddress: () => number): void {
  const held = new Map<string, number>()
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    const count = (held.get(address) ?? 0) + 1
    if (count > perAddress()) {
      socket.destroy()
      return
    }
    held.set(address, count)
    socket.once('close', () => {
      const left = (held.get(address) ?? 1) - 1
      if (left > 0) held.set(address, left)
      else held.delete(address)
    })
  })
}

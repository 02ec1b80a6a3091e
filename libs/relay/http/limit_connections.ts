import type { Server } from 'node:http'

/** Holds each address to so many connections at once; one more is closed without a word. */
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

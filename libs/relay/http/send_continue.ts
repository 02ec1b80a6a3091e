import type { FastifyInstance } from 'fastify'

/**
 * Sends `100 Continue` only to authenticated clients, so that a client with `Expect: 100-continue` need not send
 * a large body that is refused. Call the returned function when a request has passed all checks.
 */
export function prepareContinue(server: FastifyInstance): (response: object) => void {
  const asking = new WeakMap<object, () => void>()
  server.server.on('checkContinue', (request, response) => {
    asking.set(response, () => response.writeContinue())
    server.server.emit('request', request, response)
  })
  return (response) => asking.get(response)?.()
}

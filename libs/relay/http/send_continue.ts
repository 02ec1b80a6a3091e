import type { FastifyInstance } from 'fastify'

/**
 * Says `100 Continue` only to those who were let in: whoever asks before sending a large body need not send it
 * just to be refused. Call it on the server, and the function it returns once a request has passed.
 */
export function prepareContinue(server: FastifyInstance): (response: object) => void {
  const asking = new WeakMap<object, () => void>()
  server.server.on('checkContinue', (request, response) => {
    asking.set(response, () => response.writeContinue())
    server.server.emit('request', request, response)
  })
  return (response) => asking.get(response)?.()
}

import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'

/** A synchronous hook: without a promise it costs a request no turn of the microtask queue. */
export function syncHook(act: (request: FastifyRequest, reply: FastifyReply) => void) {
  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    try {
      act(request, reply)
    } catch (error) {
      done(error as Error)
      return
    }
    done()
  }
}

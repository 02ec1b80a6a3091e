import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { QUIET } from '../log/request_log.js'
import type { Listener } from '../people/people.js'
import type { Parts } from '../server/parts.js'
import { mayRead } from './may_read.js'

/** `GET /metrics` as Prometheus reads it; also while the proxy drains. */
export function metricsRoute(parts: Parts, listener: Listener): FastifyPluginAsync {
  const { metrics, people, settings } = parts
  return async (server) => {
    const isOpen = (request: FastifyRequest) => mayRead(request, listener, settings.metricsFrom)
    server.addHook('onRequest', async (request) => {
      if (!isOpen(request)) request.person = people.identify(request, listener)
    })
    server.get('/metrics', QUIET, async (request, reply) => {
      reply.type(metrics.contentType)
      return metrics.text(isOpen(request) ? null : request.person.name)
    })
  }
}

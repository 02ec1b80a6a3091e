import type { FastifyPluginAsync } from 'fastify'
import type { Parts } from '../parts.js'
import type { Listener } from '../people/people.js'
import { mayRead } from './may_read.js'

/** `GET /metrics` as Prometheus reads it; also while the proxy drains. */
export function metricsRoute(parts: Parts, listener: Listener): FastifyPluginAsync {
  const { metrics, people, settings } = parts
  return async (server) => {
    server.addHook('onRequest', async (request) => {
      if (!mayRead(request, listener, settings.metricsFrom))
        request.person = people.identify(request, listener)
      // A scrape every 15 seconds would be most of a quiet log.
      else request.carried = true
    })
    server.get('/metrics', async (request, reply) => {
      reply.type(metrics.contentType)
      return metrics.text(request.carried ? null : request.person.name)
    })
  }
}

import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Listener } from '../http/listener.js'
import { QUIET } from '../http/quiet.js'
import type { People } from '../people/people.js'
import type { ProxySettings } from '../settings/settings.js'
import { mayRead } from './may_read.js'
import type { Metrics } from './metrics.js'

interface MetricsRouteParts {
  metrics: Metrics
  people: Pick<People, 'identify'>
  settings: Readonly<Pick<ProxySettings, 'metricsFrom'>>
}

/** `GET /metrics` as Prometheus reads it; also while the proxy drains. */
export function metricsRoute(
  { metrics, people, settings }: MetricsRouteParts,
  listener: Listener,
): FastifyPluginAsync {
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

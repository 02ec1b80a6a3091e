import type { FastifyPluginAsync } from 'fastify'
import type { QueueBounds } from '../queue/bounds.js'
import type { Queue } from '../queue/queue.js'
import { queueView } from '../queue/queue_view.js'

interface QueueRouteParts {
  queue: Queue
  settings: Readonly<QueueBounds>
}

/** `GET /v1/queue`: the person's own requests in detail, those of others as counts. */
export function queueRoute({ queue, settings }: QueueRouteParts): FastifyPluginAsync {
  return async (server) => {
    server.get('/v1/queue', async ({ person }) => queueView(queue, settings, person))
  }
}

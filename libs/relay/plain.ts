import type { FastifyPluginAsync } from 'fastify'
import { admit } from './admit.js'
import { PlainBodySchema, readBody } from './chat_body.js'
import { passTo, streamTo } from './downstream.js'
import type { PlainRoute } from './engine.js'
import type { Parts } from './parts.js'

const ROUTES: PlainRoute[] = ['completions', 'embeddings']

/** `POST /v1/completions` and `/v1/embeddings`, for an engine that has them: relayed as they are. */
export function plainRoutes(parts: Parts): FastifyPluginAsync {
  const { settings, directory, upstream } = parts
  const plain = upstream.plain?.bind(upstream)
  return async (server) => {
    if (plain === undefined) return
    for (const route of ROUTES)
      server.post(`/v1/${route}`, async (request, reply) => {
        const body = readBody(PlainBodySchema, request.body)
        const model = await directory.find(body.model)
        const form = body.stream === true ? streamTo : passTo
        await admit(parts, request, reply, {
          model: model.id,
          downstream: form(reply.raw, request.id),
          ignored: [],
          firstByteMs: settings.firstTokenMs,
          cold: false,
          idleMs: settings.idleMs,
          run: (sink, signal) => plain(route, body, sink, signal),
        })
      })
  }
}

import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { admit } from './admit.js'
import { type ChatBody, ChatBodySchema, readBody } from './chat_body.js'
import { collectTo, streamTo } from './downstream.js'
import { Refusal } from './errors.js'
import type { Parts } from './parts.js'
import { assertFits, estimatePrompt } from './window.js'

/** `POST /v1/chat/completions`, as a stream or in one piece. */
export function chatRoutes(parts: Parts): FastifyPluginAsync {
  const { settings, directory, engine, upstream } = parts
  return async (server) => {
    server.post('/v1/chat/completions', async (request, reply) => {
      const body = readBody(ChatBodySchema, request.body)
      const model = await directory.find(body.model)
      if (model.vision === false && hasImages(body))
        throw new Refusal('invalid_image', `The model ${model.id} sees no images.`, {
          param: 'messages',
        })
      if (model.windowTokens !== null) assertFits(estimatePrompt(body), model.windowTokens)
      const call = {
        body,
        requestId: request.id,
        person: request.person.name,
        session: headerOf(request, 'x-aircoder-session'),
        step: readStep(headerOf(request, 'x-aircoder-step')),
      }
      const prepared = await upstream.prepare(call)
      const { cold } = prepared
      const firstByteMs = cold ? settings.coldTokenMs : settings.firstTokenMs
      const silentCalls = engine.silentCalls && (body.tools?.length ?? 0) > 0
      const form = body.stream === true ? streamTo : collectTo
      await admit(parts, request, reply, {
        model: model.id,
        downstream: form(reply.raw, request.id),
        ignored: prepared.ignored,
        firstByteMs,
        cold,
        // A whole call may be written in silence, as long as a first token may take.
        idleMs: silentCalls ? Math.max(settings.idleMs, settings.firstTokenMs) : settings.idleMs,
        run: (sink, signal) => prepared.run(sink, signal),
      })
    })
  }
}

function hasImages({ messages }: ChatBody): boolean {
  return messages.some(
    ({ content }) => Array.isArray(content) && content.some((part) => part.type === 'image_url'),
  )
}

function headerOf(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' && value.length <= 128 ? value : null
}

function readStep(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}

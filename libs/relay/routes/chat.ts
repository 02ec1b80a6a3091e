import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { ChatBodySchema, readBody } from '../chat/chat_body.js'
import { measurePrompt } from '../chat/prompt_size.js'
import { answersOf } from '../chat/request_limits.js'
import { hasTemplateTokens } from '../chat/template_tokens.js'
import { assertFits, estimatePrompt } from '../chat/window.js'
import { collectTo, streamTo } from '../exchange/downstream.js'
import type { Bodies } from '../http/body/body_limits.js'
import { findImages } from '../images/find.js'
import type { Images } from '../images/images.js'
import { forgetBody, readLiftedJson } from '../images/read_body.js'
import { whileWanted } from '../images/wanted.js'
import { assertMayUse } from '../people/may_use.js'
import type { PrefixBook } from '../prefix/prefix.js'
import type { Directory } from '../upstream/directory.js'
import type { Engine, Upstream } from '../upstream/engine.js'
import { type AdmitParts, admit } from './admit.js'

/** The parts of the proxy that chat uses. */
export interface ChatParts extends AdmitParts {
  readonly engine: Engine
  readonly upstream: Pick<Upstream, 'prepare'>
  readonly directory: Pick<Directory, 'find'>
  readonly images: Pick<Images, 'shrink'>
  readonly prefix: Pick<PrefixBook, 'trace'>
  readonly bodies: Bodies
}

/** `POST /v1/chat/completions`, as a stream or as one object. */
export function chatRoutes(parts: ChatParts): FastifyPluginAsync {
  const { settings, engine, upstream } = parts
  return async (server) => {
    readLiftedJson(server, parts.bodies)
    server.post('/v1/chat/completions', async (request, reply) => {
      const arrivedAt = performance.now()
      const { body, model, images } = await readChat(parts, request, reply)
      const imageTokens = images?.tokens ?? 0
      const call = {
        body,
        imageTokens,
        requestId: request.id,
        person: request.person.name,
        session: headerOf(request, 'x-aircoder-session'),
        step: readStep(headerOf(request, 'x-aircoder-step')),
      }
      const prefix = parts.prefix.trace(call)
      const prepared = await upstream.prepare(call)
      const { cold } = prepared
      const silentCalls = engine.silentCalls && (body.tools?.length ?? 0) > 0
      // The engine may write a whole call before its first byte, which may take as long again.
      const callMs = silentCalls ? settings.firstTokenMs : 0
      const firstByteMs = (cold ? settings.coldTokenMs : settings.firstTokenMs) + callMs
      const form = body.stream === true ? streamTo : collectTo
      const promptTokens = measurePrompt([body.tools, body.messages], imageTokens)
      const maxTokens = body.max_completion_tokens || body.max_tokens || null
      await admit(parts, {
        request,
        reply,
        model,
        promptTokens,
        maxTokens,
        answers: answersOf(body),
        session: call.session,
        form,
        ignored: prepared.ignored,
        warnings: hasTemplateTokens(body) ? ['template-tokens'] : [],
        images,
        arrivedAt,
        prefix,
        firstByteMs,
        cold,
        idleMs: Math.max(settings.idleMs, callMs),
        run: (sink, signal) => prepared.run(sink, signal),
      })
    })
  }
}

// A function of its own, so that the original body with its images is freed while the request waits for its slot.
async function readChat(
  { directory, images, ending }: ChatParts,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { id: requestId, person, lifted } = request
  const sent = readBody(ChatBodySchema, request.body)
  const model = await directory.find(sent.model)
  assertMayUse(person, model.id)
  // Without a known window there is nothing to compare with.
  const textTokens = model.windowTokens === null ? 0 : estimatePrompt(sent, 0)
  const hasImages = findImages(sent.messages).length > 0
  assertFits(textTokens, model.windowTokens, hasImages)
  if (!hasImages) {
    forgetBody(request)
    return { body: sent, model, images: null }
  }
  const { body, report } = await whileWanted(reply.raw, [ending, person.revoked], (signal) =>
    images.shrink(sent, { requestId, person: person.name, model, lifted, signal }),
  )
  assertFits(textTokens + (report?.tokens ?? 0), model.windowTokens)
  forgetBody(request)
  return { body, model, images: report }
}

function headerOf(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' && value.length <= 128 ? value : null
}

function readStep(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}

import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { type PlainBody, PlainBodySchema, readBody } from '../chat/chat_body.js'
import { measurePrompt } from '../chat/prompt_size.js'
import { answersOf } from '../chat/request_limits.js'
import { assertFits } from '../chat/window.js'
import { passTo, streamTo } from '../exchange/downstream.js'
import { syncHook } from '../http/sync_hook.js'
import { assertMayUse } from '../people/may_use.js'
import { Refusal } from '../refusals/refusal.js'
import type { Directory } from '../upstream/directory.js'
import type { Engine, PlainRoute, Upstream } from '../upstream/engine.js'
import { type AdmitParts, admit } from './admit.js'

const ROUTES: PlainRoute[] = ['completions', 'embeddings']

/** The parts of the proxy that the other routes use. */
export interface PlainParts extends AdmitParts {
  readonly engine: Engine
  readonly upstream: Upstream
  readonly directory: Pick<Directory, 'find'>
}

/** `POST /v1/completions` and `/v1/embeddings`, where the engine has them. */
export function plainRoutes(parts: PlainParts): FastifyPluginAsync {
  const { settings, directory, engine, upstream } = parts
  const plain = upstream.plain?.bind(upstream)
  return async (server) => {
    if (plain === undefined) {
      for (const route of ROUTES) notOffered(server, route, engine.name)
      return
    }
    for (const route of ROUTES)
      server.post(`/v1/${route}`, async (request, reply) => {
        const arrivedAt = performance.now()
        const body = readBody(PlainBodySchema, request.body)
        const model = await directory.find(body.model)
        assertMayUse(request.person, model.id)
        const promptTokens = measurePrompt([body.prompt, body.input])
        // Each text of a list has the whole window.
        if (typeof body.prompt === 'string') assertFits(promptTokens, model.windowTokens)
        const ignored = (await upstream.checkPlain?.(route, body)) ?? []
        const cold = engine.swaps === true && model.loaded === false
        const maxTokens = maxTokensOf(route, body)
        const form = body.stream === true ? streamTo : passTo
        await admit(parts, {
          request,
          reply,
          model,
          promptTokens,
          maxTokens,
          answers: answersOf(body),
          session: null,
          form,
          ignored,
          arrivedAt,
          firstByteMs: cold ? settings.coldTokenMs : settings.firstTokenMs,
          cold,
          idleMs: settings.idleMs,
          run: (sink, signal) => plain(route, body, sink, signal),
        })
      })
  }
}

/** Refuses before the body is read, with a message that names the engine: the URL itself is correct. */
function notOffered(server: FastifyInstance, route: PlainRoute, engine: string): void {
  const onRequest = syncHook(() => {
    throw new Refusal(
      'not_found',
      `The engine of this proxy (${engine}) does not support /v1/${route}.`,
    )
  })
  server.post(`/v1/${route}`, { onRequest }, async () => {})
}

/** 0 for embeddings, which write nothing; null: the completion names no limit. */
function maxTokensOf(route: PlainRoute, { max_tokens: most }: PlainBody): number | null {
  if (route === 'embeddings') return 0
  return typeof most === 'number' && most > 0 ? most : null
}

import type { FastifyPluginAsync } from 'fastify'
import type { Listener } from '../http/listener.js'
import { QUIET } from '../http/quiet.js'
import type { People } from '../people/people.js'
import { readAssets } from './assets.js'
import { createPageData, type PageParts } from './page_data.js'

/** The page runs its own files and nothing else, talks to this host alone, and can be framed by nobody. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // Asked for anew each time, so that a page never outlives the proxy that it talks to.
  'cache-control': 'no-cache',
}

/**
 * `GET /` and its files: the same for everybody, without any data, so that they ask for no token; and
 * `GET /page/door`, which tells the page whether it has to ask for one.
 */
export function pageRoutes(
  people: Pick<People, 'isOpenTo'>,
  listener: Listener,
): FastifyPluginAsync {
  return async (server) => {
    server.get('/page/door', QUIET, async (request, reply) => {
      reply.headers({ ...HEADERS, 'cache-control': 'no-store' })
      return { token: !people.isOpenTo(request, listener) }
    })
    for (const { path, type, text, etag } of readAssets())
      server.get(path, QUIET, async (request, reply) => {
        reply.headers({ ...HEADERS, etag }).type(type)
        if (request.headers['if-none-match'] !== etag) return text
        reply.code(304)
        return null
      })
  }
}

/** `GET /v1/page`: what the page shows to the one who asks. */
export function pageDataRoute(parts: PageParts): FastifyPluginAsync {
  const read = createPageData(parts)
  return async (server) => {
    server.get('/v1/page', QUIET, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return read(request.person)
    })
  }
}

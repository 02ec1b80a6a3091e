import type { FastifyPluginAsync } from 'fastify'
import type { Listener } from '../http/listener.js'
import { QUIET } from '../http/quiet.js'
import type { People } from '../people/people.js'
import { readAssets } from './assets.js'
import { createPageData, type PageParts } from './page_data.js'

/** The page runs only its own files, connects only to this host, and cannot be framed. */
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
  // Revalidated each time, so that a page is never older than its proxy.
  'cache-control': 'no-cache',
}

/**
 * `GET /` and its files: the same for everybody and without data, so they need no token; and
 * `GET /page/door`, which reports to the page whether it has to ask for one.
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

/** `GET /v1/page`: the data of the page for this person. */
export function pageDataRoute(parts: PageParts): FastifyPluginAsync {
  const read = createPageData(parts)
  return async (server) => {
    server.get('/v1/page', QUIET, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return read(request.person)
    })
  }
}

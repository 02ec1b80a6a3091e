import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Bodies } from './body_limits.js'
import { checkJsonLimits } from './json_limits.js'
import { receiveBody } from './receive_body.js'

/**
 * Lets a server read bodies of JSON and nothing else, each looked at before it is parsed: a form or plain text
 * could be posted by any web page without asking.
 */
export function readJson(server: FastifyInstance, bodies: Bodies): void {
  server.removeAllContentTypeParsers()
  const parse = jsonParser(server)
  server.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: Readable) => {
      const body = await receiveBody(request, payload, bodies)
      return parse(request, body.toString('utf8'))
    },
  )
}

/** Fastify's parser, which refuses keys that reach for a prototype, behind our bounds. */
export function jsonParser(server: FastifyInstance) {
  const parse = server.getDefaultJsonParser('error', 'error')
  return (request: FastifyRequest, text: string): unknown => {
    checkJsonLimits(text)
    // It answers at once, by a callback.
    let answer: { error: Error | null; value?: unknown } = { error: null }
    parse(request, text, (error, value) => {
      answer = { error, value }
    })
    if (answer.error !== null) throw answer.error
    return answer.value
  }
}

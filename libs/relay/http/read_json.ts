import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Bodies } from './body/body_limits.js'
import { checkJsonLimits } from './body/json_limits.js'
import { receiveBody } from './body/receive_body.js'

/**
 * Lets a server read JSON bodies only, each checked before it is parsed: any web page could post a form or plain
 * text without a preflight request.
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

/** Fastify's parser, which refuses keys that change a prototype, after our own limits. */
export function jsonParser(server: FastifyInstance) {
  const parse = server.getDefaultJsonParser('error', 'error')
  return (request: FastifyRequest, text: string): unknown => {
    checkJsonLimits(text)
    // The parser calls back synchronously.
    let answer: { error: Error | null; value?: unknown } = { error: null }
    parse(request, text, (error, value) => {
      answer = { error, value }
    })
    if (answer.error !== null) throw answer.error
    return answer.value
  }
}

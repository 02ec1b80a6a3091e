import type { FastifyInstance } from 'fastify'
import { Refusal } from '../errors.js'
import { boundJson } from './bound_json.js'

/**
 * Lets a server read bodies of JSON and nothing else, each looked at before it is parsed: a form or plain text
 * could be posted by any web page without asking.
 */
export function readJson(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  const parse = server.getDefaultJsonParser('error', 'error')
  server.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, text, done) => {
      try {
        if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
          throw new Refusal('invalid_request', 'Send the body as it is, without content-encoding.')
        boundJson(text)
      } catch (error) {
        done(error as Error)
        return
      }
      parse(request, text, done)
    },
  )
}

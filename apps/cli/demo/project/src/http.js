import { BadRequest, NotSignedIn } from './errors.js'

const MAX_BODY_BYTES = 16 * 1024

/** Collects a request body as text; what is beyond the limit is dropped and fails to parse later. */
export async function readBody(stream) {
  const chunks = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size <= MAX_BODY_BYTES) chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Parses a body that must be a JSON object. */
export function parseJson(text) {
  let value
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new BadRequest('the body is not JSON', { cause })
  }
  if (typeof value !== 'object' || value === null) throw new BadRequest('the body is no object')
  return value
}

/** Returns the token of an `Authorization: Bearer …` header. */
export function bearerToken(headers) {
  const [scheme, token] = (headers.authorization ?? '').split(' ')
  if (scheme.toLowerCase() !== 'bearer' || !token) throw new NotSignedIn('no bearer token')
  return token
}

export function json(status, body) {
  return { status, type: 'application/json', body }
}

export function csv(body) {
  return { status: 200, type: 'text/csv', body }
}

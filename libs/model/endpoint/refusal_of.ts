import type { IncomingMessage } from 'node:http'
import type { RequestFailure } from './errors.js'
import { readRetryAfter } from './retry.js'

const ERROR_BODY_BYTES = 65_536

interface Expected {
  /** `stream`: server-sent events; `json`: one document. */
  expects: 'stream' | 'json'
  /** Wall clock, for Retry-After dates. */
  now(): number
}

/** Why this answer is not a success of the API; null when it is. */
export async function refusalOf(
  answer: IncomingMessage,
  { expects, now }: Expected,
): Promise<RequestFailure | null> {
  const status = answer.statusCode ?? 0
  const header = (name: string) => {
    const value = answer.headers[name]
    return Array.isArray(value) ? value[0] : value
  }
  if (status >= 300 && status < 400)
    return {
      kind: 'not_api',
      reason: `redirects (${status}); aircoder does not follow redirects`,
    }
  const wait = {
    afterMs: readRetryAfter(header, now()),
    allowed: header('x-should-retry') !== 'false',
  }
  if (status >= 400) return { kind: 'answered', status, body: await textOf(answer), wait }
  if ((header('content-encoding') ?? 'identity') !== 'identity')
    return { kind: 'not_api', reason: 'sends a compressed body that was not requested' }
  const type = header('content-type') ?? ''
  if (type.includes('text/html'))
    return { kind: 'not_api', reason: 'answers with a web page, not the API' }
  if (expects === 'json' || !type.includes('application/json')) return null
  const body = await textOf(answer)
  if (/"error"\s*:\s*[{"]/.test(body)) return { kind: 'said', body }
  return { kind: 'not_api', reason: 'answers with one document instead of a stream' }
}

/** The start of a body as text; only the received bytes when the connection is lost. */
async function textOf(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of answer) {
      parts.push(part as Buffer)
      bytes += (part as Buffer).length
      if (bytes >= ERROR_BODY_BYTES) break
    }
  } catch {
    // The status is known; the body only adds details.
  }
  answer.destroy()
  return Buffer.concat(parts).toString('utf8', 0, Math.min(bytes, ERROR_BODY_BYTES))
}

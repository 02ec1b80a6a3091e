import type { OutgoingHttpHeaders } from 'node:http'

/** Of the SDK's headers only these are sent, and the token. */
const SENT_HEADERS = ['accept', 'content-type', 'x-aircoder-step', 'x-aircoder-session']

/** The headers of a request that the SDK wants to send. */
export function headersOf(init: RequestInit): OutgoingHttpHeaders {
  const given = new Headers(init.headers)
  const headers: OutgoingHttpHeaders = {}
  for (const name of SENT_HEADERS) {
    const value = given.get(name)
    if (value !== null) headers[name] = value
  }
  if (typeof init.body === 'string') headers['content-length'] = Buffer.byteLength(init.body)
  return headers
}

/** The same headers with the program's name and the token. */
export function withToken(
  headers: OutgoingHttpHeaders,
  token: string | undefined,
): OutgoingHttpHeaders {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return { 'user-agent': 'aircoder', ...headers, ...authorization }
}

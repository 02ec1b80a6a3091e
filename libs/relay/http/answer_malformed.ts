import type { Socket } from 'node:net'
import { Refusal, type RefusalCode, refusalBody, refusalHeaders } from '../refusals/refusal.js'

/** What the parser and the timers of node:http say, as refusals; anything else is a malformed request. */
const FAULTS: Record<string, [RefusalCode, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The headers are larger than this proxy takes.'],
}
const MALFORMED: [RefusalCode, string] = ['invalid_request', 'This is not a proper HTTP request.']

/** Answers what never became a request, in the shape of all refusals, and closes the connection. */
export function answerMalformed(error: { code?: string }, socket: Socket): void {
  // An answer may be under way on it: bytes of another one in its middle would be read as part of it.
  if (!socket.writable || socket.bytesWritten > 0) {
    socket.destroy()
    return
  }
  const [code, message] = FAULTS[error.code ?? ''] ?? MALFORMED
  const refusal = new Refusal(code, message)
  const body = JSON.stringify(refusalBody(refusal, 'none'))
  const lines = {
    ...refusalHeaders(refusal),
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${refusal.status} Refused\r\n${head.join('')}\r\n${body}`, () =>
    socket.destroy(),
  )
}

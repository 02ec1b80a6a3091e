import type { Socket } from 'node:net'
import { Refusal, type RefusalCode, refusalBody, refusalHeaders } from '../refusals/refusal.js'

/** Error codes of node:http's parser and timers as refusals; any other code is a malformed request. */
const ERRORS: Record<string, [RefusalCode, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The headers are larger than this proxy accepts.'],
}
const MALFORMED: [RefusalCode, string] = ['invalid_request', 'This is not a valid HTTP request.']

/** Answers input that is not a valid HTTP request with an error in OpenAI's shape, and closes the connection. */
export function answerMalformed(error: { code?: string }, socket: Socket): void {
  // The socket may be in the middle of an answer: the client would read these bytes as a part of it.
  if (!socket.writable || socket.bytesWritten > 0) {
    socket.destroy()
    return
  }
  const [code, message] = ERRORS[error.code ?? ''] ?? MALFORMED
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

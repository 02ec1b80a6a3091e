import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'
import type { WebAccess } from '#web'

export interface WebSite {
  origin: string
  host: string
  /** `METHOD path` of each request, in order. */
  requests: string[]
  headers: IncomingMessage['headers'][]
  /** Opens this site for web tools, and nothing else. */
  access: WebAccess
}

/** A site on loopback; `answer` writes each answer. */
export async function openSite(
  t: Test,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<WebSite> {
  const requests: string[] = []
  const headers: IncomingMessage['headers'][] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    headers.push(request.headers)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const access: WebAccess = { allowPrivate: [host], searchUrl: null }
  return { origin: `http://${host}`, host, requests, headers, access }
}

/** An answer in one piece. */
export function page(response: ServerResponse, body: string | Buffer, type = 'text/html'): void {
  response.writeHead(200, { 'content-type': type })
  response.end(body)
}

import { createServer } from 'node:http'
import { readBody } from './http.js'

/** Puts a plain handler behind node:http. The handler never sees sockets or streams. */
export function startServer(handle, port, onReady) {
  const server = createServer((request, response) => {
    // The only way to get here is a caller who hung up in the middle of the body.
    respond(handle, request, response).catch(() => response.destroy())
  })
  return server.listen(port, '127.0.0.1', onReady)
}

async function respond(handle, request, response) {
  const [path] = request.url.split('?')
  const body = await readBody(request)
  const answer = handle({ method: request.method, path, headers: request.headers, body })
  response.writeHead(answer.status, { 'content-type': answer.type })
  response.end(answer.type === 'application/json' ? JSON.stringify(answer.body) : answer.body)
}

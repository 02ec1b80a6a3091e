import { createServer, request } from 'node:http'

/**
 * A server in front of a proxy that can hold chat requests, so that a picture of a run can be taken.
 * @returns its address with /v1, `holdAt(n)` which holds the n-th chat request from now on, and `release()`
 */
export async function gateRequests(target) {
  const { hostname, port } = new URL(target)
  let left = 0
  let held = null
  const server = createServer(async (incoming, answer) => {
    if (incoming.url.endsWith('/chat/completions') && left > 0) {
      left -= 1
      if (left === 0)
        await new Promise((release) => {
          held = release
        })
    }
    const { method, url: path, headers } = incoming
    // The proxy accepts its own name only.
    const passed = { ...headers, host: `${hostname}:${port}` }
    const forwarded = request({ hostname, port, method, path, headers: passed }, (reply) => {
      answer.writeHead(reply.statusCode, reply.headers)
      reply.pipe(answer)
    })
    forwarded.on('error', () => answer.destroy())
    answer.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${server.address().port}/v1`,
    holdAt(count) {
      left = count
    },
    release() {
      held?.()
      held = null
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

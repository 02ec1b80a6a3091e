import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { downloadOnce } from '../../libs/relay/engines/embedded/download.js'

interface Hub {
  url: string
  asks: { method: string; path: string; range: string | undefined; auth: string | undefined }[]
}

/** A hub that redirects requests for large files, as the real one does. */
async function startHub(
  t: Test,
  serve: (request: IncomingMessage, response: ServerResponse, start: number) => void,
  head: Record<string, string>,
): Promise<Hub> {
  const asks: Hub['asks'] = []
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request
    const { range, authorization: auth } = request.headers
    asks.push({ method, path: url, range, auth })
    if (url.startsWith('/own/repo/resolve/main/'))
      return void response
        .writeHead(302, { location: `http://localhost:${port}/cdn`, ...head })
        .end()
    if (url !== '/cdn') return void response.writeHead(404).end()
    serve(request, response, Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0))
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const { port } = server.address() as AddressInfo
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${port}`, asks }
}

t.test('a model is downloaded once, resumed after an interruption, and checked', async (t) => {
  const file = Buffer.concat([Buffer.from('GGUF'), Buffer.alloc(300_000, 'model ')])
  const sha256 = createHash('sha256').update(file).digest('hex')
  const linked = { 'x-linked-size': String(file.length), 'x-linked-etag': `"${sha256}"` }
  const lines: string[] = []
  const terms = {
    token: 'hub-secret',
    screen: { write: (text: string) => lines.push(text) },
    pauseMs: 1,
  }
  let breaks = 2
  const hub = await startHub(
    t,
    (_, response, start) => {
      response.writeHead(start > 0 ? 206 : 200, {
        'content-length': file.length - start,
        ...(start > 0
          ? { 'content-range': `bytes ${start}-${file.length - 1}/${file.length}` }
          : {}),
      })
      breaks -= 1
      if (breaks < 0) return void response.end(file.subarray(start))
      response.write(file.subarray(start, start + 100_000), () => response.destroy())
    },
    linked,
  )
  const folder = t.testdir()
  const url = `${hub.url}/own/repo/resolve/main/x.gguf`
  const path = join(folder, 'models/own/repo/x.gguf')
  await downloadOnce(url, path, terms)
  t.ok(readFileSync(path).equals(file))
  t.same(readdirSync(join(folder, 'models/own/repo')), ['x.gguf'], 'nothing is left beside it')
  const ranges = hub.asks.filter((ask) => ask.path === '/cdn').map((ask) => ask.range)
  t.equal(ranges[0], undefined)
  t.match(ranges.slice(1), [/^bytes=\d{5,}-$/, /^bytes=\d{6,}-$/], 'each try goes on')
  t.ok(
    hub.asks.every((ask) => (ask.path === '/cdn') === (ask.auth === undefined)),
    'the token stays with the hub',
  )
  t.ok(lines.length >= 3 && lines.length <= 13, 'a line for each tenth')
  t.match(lines.at(-1), 'x.gguf: downloaded')

  const before = hub.asks.length
  await downloadOnce(url, path, terms)
  t.equal(hub.asks.length, before, 'what is there is not asked for')

  // The next process finds a part of the same version, and one of another.
  const version = createHash('sha256').update(sha256).digest('hex').slice(0, 12)
  const again = join(folder, 'y.gguf')
  writeFileSync(`${again}.${version}.part`, file.subarray(0, 200_000))
  writeFileSync(`${again}.0123456789ab.part`, 'other')
  await downloadOnce(url, again, terms)
  t.ok(readFileSync(again).equals(file))
  t.equal(hub.asks.at(-1)?.range, 'bytes=200000-')
})

t.test('a failed download reports the reason and leaves no file behind', async (t) => {
  const screen = { write: () => {} }
  const file = Buffer.from('GGUF and more')
  const good = { 'x-linked-size': String(file.length), 'x-linked-etag': '"v1"' }
  const whole = (text: Buffer | string) => (_: IncomingMessage, response: ServerResponse) =>
    void response.end(text)
  const cases: [string, Record<string, string>, Parameters<typeof startHub>[1], RegExp][] = [
    ['wrong sum', { ...good, 'x-linked-etag': `"${'0'.repeat(64)}"` }, whole(file), /SHA-256/],
    ['a page', { 'x-linked-size': '10' }, whole('<html></ht'), /not a GGUF/],
    ['never a byte', good, (_, response) => void response.writeHead(503).end(), /503.*5 tries/],
    ['a gate', good, (_, response) => void response.writeHead(401).end(), /token.*engineToken/],
    ['not there', good, (_, response) => void response.writeHead(404).end(), /no such file/],
  ]
  for (const [name, head, serve, message] of cases) {
    const hub = await startHub(t, serve, head)
    const path = join(t.testdir({}), 'x.gguf')
    const url = `${hub.url}/own/repo/resolve/main/x.gguf`
    await t.rejects(
      downloadOnce(url, path, { token: undefined, screen, pauseMs: 1 }),
      { code: 'DOWNLOAD_FAILED', message },
      name,
    )
    t.notOk(existsSync(path), name)
    t.notOk(existsSync(`${path}.lock`), `${name}: unlocked`)
  }
  const hub = await startHub(t, whole(file), good)
  const folder = t.testdir({ 'x.gguf.lock': String(process.pid), 'y.gguf.lock': '4194305' })
  const url = `${hub.url}/own/repo/resolve/main/x.gguf`
  const terms = { token: undefined, screen, pauseMs: 1 }
  await t.rejects(downloadOnce(url, join(folder, 'x.gguf'), terms), /is already downloading it/)
  await downloadOnce(url, join(folder, 'y.gguf'), terms)
  t.equal(
    readFileSync(join(folder, 'y.gguf'), 'utf8'),
    String(file),
    'a dead process locks nothing',
  )
})

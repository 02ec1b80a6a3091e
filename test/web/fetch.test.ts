import type { ServerResponse } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import type { Sent, WebAccess } from '#web'
import { fetchUrl } from '../../libs/web/fetch/fetch_url.js'
import { openSite, page } from '../kit/web_site.js'

const LIVE = new AbortController().signal

function get(url: string, access: WebAccess, over: Partial<Parameters<typeof fetchUrl>[2]> = {}) {
  const limits = { maxBytes: 100_000, timeoutMs: 20_000, accept: '*/*', signal: LIVE }
  return fetchUrl(url, access, { ...limits, ...over })
}

/** Fetches once from a site with a fixed answer. */
async function once(
  t: Test,
  answer: (response: ServerResponse) => void,
  over: Partial<Parameters<typeof fetchUrl>[2]> = {},
) {
  const site = await openSite(t, (_request, response) => answer(response))
  return get(`${site.origin}/x`, site.access, over)
}

t.test('returns type, charset and bytes of a page, and sends only neutral headers', async (t) => {
  const site = await openSite(t, (_request, response) =>
    page(response, 'hello', 'Text/HTML; charset="UTF-8"'),
  )
  const sent: Sent[] = []
  const got = await get(`${site.origin}/a?b=c#part`, site.access, {
    onRequest: (each) => sent.push(each),
  })
  t.match(got, {
    ok: true,
    status: 200,
    contentType: 'text/html',
    charset: 'utf-8',
    url: `${site.origin}/a?b=c`,
  })
  t.equal(got.ok && got.bytes.toString(), 'hello')
  t.same(site.requests, ['GET /a?b=c'])
  t.same(Object.keys(site.headers[0] ?? {}).sort(), [
    'accept',
    'accept-encoding',
    'connection',
    'host',
    'user-agent',
  ])
  t.match(sent, [{ host: site.host, url: `${site.origin}/a?b=c` }])
  t.ok((sent[0]?.bytes ?? 0) > 100, 'request line and headers are counted')
})

t.test('row 177: checks each redirect and follows at most five on the same host', async (t) => {
  const site = await openSite(t, ({ url = '' }, response) => {
    const step = Number(/^\/(\d+)$/.exec(url)?.[1] ?? -1)
    const to: Record<string, string> = {
      '/private': 'http://169.254.169.254/latest/',
      '/file': 'file:///etc/passwd',
      '/login': 'http://user:secret@example.org/',
      '/away': 'http://93.184.215.14/other',
      '/odd': 'http://[',
    }
    if (step === 0) return page(response, 'the end')
    response.writeHead(302, { location: to[url] ?? (url === '/round' ? '/round' : `/${step - 1}`) })
    response.end('body of a redirect')
  })
  const sent: string[] = []
  const onRequest = ({ url }: Sent) => sent.push(url)
  const got = await get(`${site.origin}/5`, site.access, { onRequest })
  t.equal(got.ok && got.bytes.toString(), 'the end')
  t.equal(sent.length, 6, 'each hop is reported before it is sent')
  const refused: [string, RegExp][] = [
    ['/6', /redirects more than 5 times/],
    ['/round', /redirects more than 5 times/],
    ['/private', /169\.254\.169\.254.*link-local/],
    ['/file', /only http and https/],
    ['/login', /name or password/],
    ['/away', /redirects to another host: http:\/\/93\.184\.215\.14\/other\. It was not followed/],
    ['/odd', /could not be reached: Invalid URL/],
  ]
  for (const [path, message] of refused)
    t.match(await get(site.origin + path, site.access), { ok: false, message }, path)
})

t.test(
  'row 177: connects to the checked address and does not resolve the name again',
  async (t) => {
    const site = await openSite(t, (_request, response) => page(response, 'pinned'))
    const port = site.host.split(':')[1]
    let asked = 0
    const lookup = async () => {
      asked += 1
      return [{ address: asked === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
    }
    const got = await get(`http://rebind.example:${port}/`, {
      ...site.access,
      allowPrivate: ['rebind.example'],
      lookup,
    })
    t.equal(got.ok && got.bytes.toString(), 'pinned')
    t.equal(asked, 1, 'the name was resolved once')
    t.equal(site.headers[0]?.host, `rebind.example:${port}`)
    // Without permission for the name no request arrives.
    t.match(await get(`http://rebind.example:${port}/`, { ...site.access, lookup }), { ok: false })
    t.equal(site.requests.length, 1)
  },
)

t.test('decompresses gzip, deflate and brotli bodies', async (t) => {
  const text = 'some words '.repeat(100)
  const compressed: [string, Buffer][] = [
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['br', brotliCompressSync(text)],
  ]
  for (const [encoding, body] of compressed) {
    const got = await once(t, (response) => {
      response.writeHead(200, { 'content-encoding': encoding })
      response.end(body)
    })
    t.equal(got.ok && got.bytes.toString(), text, encoding)
  }
})

t.test('row 176: refuses bodies that are too large, invalid or a compression bomb', async (t) => {
  const zeros = gzipSync(Buffer.alloc(50_000_000))
  t.ok(zeros.length < 100_000, 'the compressed bomb is small')
  const head = (response: ServerResponse, headers: Record<string, string | number>) =>
    response.writeHead(200, headers)
  const cases: [string, (response: ServerResponse) => void, RegExp][] = [
    [
      'announced too large',
      (r) => head(r, { 'content-length': 200_000 }).flushHeaders(),
      /larger than/,
    ],
    ['size not announced', (r) => endless(head(r, {})), /larger than/],
    ['a bomb', (r) => head(r, { 'content-encoding': 'gzip' }).end(zeros), /larger than/],
    [
      'a brotli bomb',
      (r) => head(r, { 'content-encoding': 'br' }).end(brotliCompressSync(Buffer.alloc(5_000_000))),
      /larger than/,
    ],
    [
      'compressed twice',
      (r) => head(r, { 'content-encoding': 'gzip, gzip' }).end(gzipSync(zeros)),
      /content encoding gzip, gzip is not supported/,
    ],
    [
      'unknown encoding',
      (r) => head(r, { 'content-encoding': 'zstd' }).end('x'),
      /content encoding zstd/,
    ],
    [
      'not compressed at all',
      (r) => head(r, { 'content-encoding': 'gzip' }).end('plain words'),
      /transfer of its body failed/,
    ],
    [
      'truncated compressed body',
      (r) => head(r, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(500)).subarray(0, 12)),
      /transfer of its body failed/,
    ],
    [
      'shorter than announced',
      (r) => void head(r, { 'content-length': 500 }).write('short', () => r.destroy()),
      /transfer of its body failed/,
    ],
    [
      'truncated chunk',
      (r) => void head(r, {}).write('part', () => r.destroy()),
      /transfer of its body/,
    ],
    ['hangs up', (r) => void r.destroy(), /could not be reached/],
    [
      'informational answers and no reply',
      (r) => void r.socket?.write('HTTP/1.1 103 Hints\r\n\r\n'.repeat(257)),
      /it sent informational answers and no reply/,
    ],
  ]
  for (const [name, answer, message] of cases)
    t.match(await once(t, answer, { maxBytes: 100_000 }), { ok: false, message }, name)
})

function endless(response: ServerResponse): void {
  const chunk = Buffer.alloc(10_000, 'a')
  const more = () => {
    if (!response.destroyed && response.write(chunk)) setImmediate(more)
    else response.once('drain', more)
  }
  more()
}

t.test(
  'row 176: an endless answer ends at the deadline, and at once when the user stops it',
  async (t) => {
    const silent = () => {}
    const drip = (response: ServerResponse) => {
      const timer = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(timer))
    }
    for (const answer of [silent, drip])
      t.match(await once(t, answer, { timeoutMs: 300 }), {
        ok: false,
        message: /within 0\.3 seconds/,
      })
    const names = { allowPrivate: [], searchUrl: null, lookup: () => new Promise<never>(() => {}) }
    t.match(await get('http://silent.example/', names, { timeoutMs: 200 }), {
      ok: false,
      message: /silent\.example did not answer/,
    })
    const abort = new AbortController()
    const site = await openSite(t, () => abort.abort())
    t.match(await get(site.origin, site.access, { signal: abort.signal }), {
      ok: false,
      message: /Stopped by the user/,
    })
    t.match(await get(site.origin, site.access, { signal: abort.signal }), { ok: false })
    t.equal(site.requests.length, 1, 'nothing is sent after the stop')
  },
)

t.test('ignores HTTP_PROXY of the environment', async (t) => {
  const site = await openSite(t, (_request, response) => page(response, 'direct'))
  const proxy = await openSite(t, (_request, response) => page(response, 'by proxy'))
  const before = process.env.HTTP_PROXY
  process.env.HTTP_PROXY = proxy.origin
  t.teardown(() => {
    if (before === undefined) delete process.env.HTTP_PROXY
    else process.env.HTTP_PROXY = before
  })
  const got = await get(site.origin, site.access)
  t.equal(got.ok && got.bytes.toString(), 'direct')
  t.same(proxy.requests, [])
})

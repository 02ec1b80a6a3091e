import t from 'tap'
import { AUTH, CHAT, sendBytes, startTarget, statusesOf } from '../kit/hostile.js'

/** Ollama's own routes beside chat: each of them changes the box, gives its models away or reaches the net. */
const ADMIN = [
  ['DELETE', '/api/delete'],
  ['POST', '/api/pull'],
  ['POST', '/api/push'],
  ['POST', '/api/create'],
  ['POST', '/api/copy'],
  ['POST', '/api/generate'],
  ['POST', '/api/embed'],
  ['HEAD', '/api/blobs/sha256-0'],
  ['POST', '/api/signout'],
  ['DELETE', '/api/user/keys/x'],
  ['POST', '/api/experimental/web_fetch'],
] as const

/** Ways in which a path was passed through one proxy or another. */
const SPELLINGS: Record<string, (path: string) => string> = {
  plain: (path) => path,
  'doubled slash': (path) => `/${path}`,
  'doubled inside': (path) => path.replace('/api/', '/api//'),
  'slash at the end': (path) => `${path}/`,
  'dot segment': (path) => `/v1/.${path}`,
  'up from a route': (path) => `/v1/chat/completions/../../..${path}`,
  'up beyond the root': (path) => `/../../..${path}`,
  'encoded dots': (path) => `/v1/%2e%2e${path}`,
  'encoded dots, upper': (path) => `/v1/models/%2E%2E/%2E%2E${path}`,
  'twice encoded dots': (path) => `/v1/%252e%252e${path}`,
  'half encoded dots': (path) => `/v1/.%2e${path}`,
  'encoded slashes': (path) => path.replaceAll('/', '%2f'),
  'encoded slash after a route': (path) => `/v1/models%2f..%2f..${path}`,
  'twice encoded slash': (path) => `/v1/models%252f..%252f..${path}`,
  'encoded letters': (path) => path.replace('a', '%61'),
  'capital letters': (path) => path.toUpperCase(),
  backslashes: (path) => path.replaceAll('/', '\\'),
  'encoded backslashes': (path) => `/v1/models%5c..%5c..${path}`,
  'overlong slash': (path) => `/v1/models%c0%af..%c0%af..${path}`,
  'overlong dots': (path) => `/v1/%c0%ae%c0%ae${path}`,
  'full-width letters': (path) => path.replace('a', '%ef%bd%81'),
  'matrix parameter': (path) => `${path};x=1`,
  'matrix parameter inside': (path) => path.replace('/api/', '/api;x/'),
  'dots and a semicolon': (path) => `/v1/..;${path}`,
  'matrix on a route': (path) => `/v1/models;/../..${path}`,
  'query that is a path': (path) => `/v1/models/?${path}`,
  fragment: (path) => `/v1/models/#${path}`,
  'encoded question mark': (path) => `/v1/models%3f${path}`,
  'encoded hash': (path) => `/v1/models%23${path}`,
  'NUL at the end': (path) => `${path}%00`,
  'NUL inside': (path) => `/v1/models%00${path}`,
  'encoded line end': (path) => `/v1/models%0d%0a${path}`,
  'encoded header': (path) => `/v1/models%20HTTP/1.1%0d%0ahost:%20x%0d%0a${path}`,
  'encoded space': (path) => `${path}%20`,
  'dot at the end': (path) => `${path}.`,
  'file type': (path) => `${path}.json`,
  'absolute form': (path) => `http://127.0.0.1:11434${path}`,
  'absolute form, own name': (path) => `http://localhost${path}`,
  'absolute form with a user': (path) => `http://localhost@evil.example${path}`,
  'another scheme': (path) => `file://${path}`,
  'scheme-relative': (path) => `//127.0.0.1:11434${path}`,
  'user part': (path) => `@127.0.0.1:11434${path}`,
  'no slash': (path) => path.slice(1),
  'star and path': (path) => `*${path}`,
  'prefix of a route': (path) => `/v1${path}`,
  'route as a prefix': (path) => `/v1/chat/completions${path}`,
  'port in the path': (path) => `/:11434${path}`,
  'bad escape': (path) => `/%zz${path}`,
  'cut escape': (path) => `${path}%`,
}

t.test('no spelling of a path reaches an endpoint that manages models', async (t) => {
  const { engine, port, strayed, assertWell } = await startTarget(t)
  const asked = engine.requests.length
  const lines: string[] = []
  for (const spell of Object.values(SPELLINGS))
    for (const [method, path] of ADMIN)
      for (const verb of new Set([method, 'GET', 'POST'])) lines.push(`${verb} ${spell(path)}`)

  const problems: string[] = []
  const ask = async (line: string) => {
    const answer = await sendBytes(
      port,
      `${line} HTTP/1.1\r\nhost: localhost\r\n${AUTH}content-type: application/json\r\nconnection: close\r\ncontent-length: ${CHAT.length}\r\n\r\n${CHAT}`,
    )
    const [status, ...more] = statusesOf(answer)
    // Only the plain list of models is there, with any query.
    if ((status !== 404 && status !== 400) || more.length > 0)
      problems.push(`${line}: ${statusesOf(answer)}`)
  }
  while (lines.length > 0) await Promise.all(lines.splice(0, 50).map(ask))
  t.same(problems, [], `${Object.keys(SPELLINGS).length} spellings of ${ADMIN.length} routes`)
  t.equal(engine.requests.length, asked, 'the engine saw none of it')
  await assertWell(t, 'paths')
  t.same(strayed(), [])
})

t.test('no header and no body can name another host', async (t) => {
  const { engine, relay, auth, port, strayed, assertWell } = await startTarget(t)
  const elsewhere = [
    'x-original-url: /api/delete',
    'x-rewrite-url: /api/delete',
    'x-forwarded-path: /api/delete',
    'x-forwarded-prefix: /api/delete?',
    'x-http-method-override: DELETE',
    'x-http-method: DELETE',
    'x-method-override: DELETE',
    'x-forwarded-host: 127.0.0.1:11434',
    'forwarded: host=evil.example;for=127.0.0.1',
    'x-host: evil.example',
    'destination: /api/delete',
    'x-aircoder-engine: http://evil.example',
    'x-aircoder-session: ../../api/delete',
    'x-aircoder-session: a%0d%0atransfer-encoding: chunked',
    'upgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAAP__\r\nconnection: upgrade, http2-settings',
    'upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-key: eHh4eHh4eHh4eHh4eHh4eA==\r\nsec-websocket-version: 13',
    'connection: authorization, content-length, host',
    'te: trailers\r\ntrailer: authorization',
    'max-forwards: 0',
    'range: bytes=0-1',
    'proxy-authorization: Basic YTpi',
    'cookie: session=secret-cookie',
    'accept-encoding: gzip, br, zstd',
  ]
  for (const header of elsewhere) {
    const answer = await sendBytes(
      port,
      `POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\n${AUTH}content-type: application/json\r\n${header}\r\ncontent-length: ${CHAT.length}\r\n\r\n${CHAT}`,
      { quietMs: 40 },
    )
    t.same(statusesOf(answer), [200], JSON.stringify(header))
  }
  const names = [
    '../../api/delete',
    'm/../../delete',
    'http://evil.example/m',
    'm?x=/api/delete',
    'm\r\nhost: evil.example',
    'm\0',
    'm%00',
    '..',
    'm:latest/../x',
    '\u202em',
    'M',
    ' m',
    'file:///etc/passwd',
    '-'.repeat(256),
  ]
  for (const model of names) {
    const answer = await relay.post(
      { model, messages: [{ role: 'user', content: 'x' }] },
      { headers: auth },
    )
    t.ok([400, 403, 404].includes(answer.status), `${JSON.stringify(model)}: ${answer.status}`)
    t.match(await answer.json(), { error: { code: String } })
  }
  const fixed = new Set(['host', 'connection', 'content-type', 'content-length'])
  const extra = engine.requests.flatMap(({ headers }) =>
    Object.keys(headers).filter((name) => !fixed.has(name)),
  )
  t.same([...new Set(extra)], [], 'no header of a client goes on')
  t.notMatch(JSON.stringify(engine.requests), /evil|secret-cookie|a-token-of|11434/)
  t.same(strayed(), [])
  await assertWell(t, 'headers and names')
})

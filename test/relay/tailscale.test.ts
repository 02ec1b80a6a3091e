import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { request as send } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { bearer, setupPeople } from '../kit/people.js'
import { chatOf, until } from '../kit/relay.js'

/** The path of a socket has at most 107 bytes. */
function shortFolder(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'relay-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  return folder
}

t.test('headers of Tailscale are trusted only on the socket of tailscaled', async (t) => {
  const { tokens, start } = await setupPeople(t)
  const folder = shortFolder(t)
  const alice = tokens.add('Alice@example.com', { class: 'batch' })
  tokens.add('gone@example.com', {})
  tokens.revoke('gone@example.com')
  const bob = tokens.add('bob', {})
  const login = (name: string) => ({ 'tailscale-user-login': name })
  const relay = await start({
    tailscaleListen: join(folder, 'ts.sock'),
    tailscaleUsers: ['*@example.com'],
  })
  const [open = '', socket = ''] = relay.urls
  t.equal(statSync(join(folder, 'ts.sock')).mode & 0o777, 0o600)
  const me = (headers: Record<string, string>) => askSocket(socket, '/v1/me', headers)

  t.match(await me(login('carol@example.com')), { name: 'carol@example.com', class: 'interactive' })
  t.match(await me(login('ALICE@example.com')), { name: 'Alice@example.com', class: 'batch' })
  t.match(await me({ ...login('carol@example.com'), ...bearer('none') }), { name: /carol/ })
  t.match(await me({ ...login('carol@example.com'), ...bearer(bob) }), { name: 'bob' })
  t.match(await me(bearer(bob)), { name: 'bob' }, 'a tagged machine has no login')
  const strangers: Record<string, string>[] = [
    {},
    bearer('wrong'),
    login('gone@example.com'),
    login('dave@elsewhere.org'),
    login('carol@example.com, alice@example.com'),
    login('carol'),
    login(''),
    { 'x-user-id': 'alice@example.com' },
    { 'tailscale-user-name': 'Alice@example.com' },
  ]
  for (const headers of strangers)
    t.match(await me(headers), { error: { code: 'invalid_api_key' } }, JSON.stringify(headers))
  const funnel = { 'tailscale-funnel-request': '?1' }
  t.match(await me({ ...login('carol@example.com'), ...funnel }), {
    error: { code: 'funnel_refused' },
  })
  t.match(await me({ ...bearer(bob), ...funnel }), { error: { code: 'funnel_refused' } })

  const door = (headers: Record<string, string>) => askSocket(socket, '/page/door', headers)
  t.same(await door(login('carol@example.com')), { token: false })
  for (const name of ['gone@example.com', 'dave@elsewhere.org', 'carol'])
    t.same(await door(login(name)), { token: true }, `${name} needs a token`)

  const elsewhere = await fetch(`${open}/v1/me`, { headers: login('alice@example.com') })
  t.equal(elsewhere.status, 401, 'anybody can write a header')
  const byToken = await fetch(`${open}/v1/me`, {
    headers: { ...login('alice@example.com'), ...bearer(bob) },
  })
  t.match(await byToken.json(), { name: 'bob' })
  t.equal((await fetch(`${open}/v1/me`, { headers: { ...bearer(bob), ...funnel } })).status, 403)

  const loopback = await start({ tailscaleListen: '127.0.0.1:0' })
  t.match(
    await (
      await fetch(`${loopback.urls[1]}/v1/me`, { headers: login('carol@example.com') })
    ).json(),
    { name: 'carol@example.com' },
  )
  const strict = await start({
    tailscaleListen: join(folder, 'strict.sock'),
    tailscaleBearer: true,
  })
  const ask = (headers: Record<string, string>) =>
    askSocket(strict.urls[1] ?? '', '/v1/me', headers)
  t.match(await ask({ ...login('carol@example.com'), ...bearer(alice) }), { class: 'batch' })
  for (const headers of [login('carol@example.com'), bearer(alice)])
    t.match(await ask(headers), { error: { code: 'invalid_api_key' } })
})

t.test('a person whom Tailscale authenticates is refused after the name is revoked', async (t) => {
  const { tokens, start, engine } = await setupPeople(t, {}, true)
  tokens.add('eve@example.com', {})
  const relay = await start({ tailscaleListen: join(shortFolder(t), 'ts.sock') })
  const headers = { 'tailscale-user-login': 'eve@example.com', 'content-type': 'application/json' }
  const body = JSON.stringify(chatOf('small', { stream: true }))
  const stream = askSocket(relay.urls[1] ?? '', '/v1/chat/completions', headers, body)
  await until(() => engine.asks.length === 1)
  tokens.revoke('eve@example.com')
  t.match(await stream, /"code":"invalid_api_key"/)
  t.match(await askSocket(relay.urls[1] ?? '', '/v1/me', headers), {
    error: { code: 'invalid_api_key' },
  })
})

/** Asks over a socket in the file system, as tailscaled would; gives JSON where it is some, else the text. */
function askSocket(
  url: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const socketPath = url.replace('unix:', '')
    const asked = send(
      {
        socketPath,
        path,
        method: body === undefined ? 'GET' : 'POST',
        headers: { host: 'box.tail1234.ts.net', ...headers },
        agent: false,
      },
      async (answer) => {
        let text = ''
        for await (const part of answer) text += part
        try {
          resolve(JSON.parse(text))
        } catch {
          resolve(text)
        }
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })
}

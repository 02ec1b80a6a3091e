import t from 'tap'
import type { PageData } from '../../libs/relay/page/page_types.js'
import { createFakeClock } from '../kit/fake_clock.js'
import { chunk, startEndpoint } from '../kit/fake_endpoint.js'
import { bearer, setupPeople } from '../kit/people.js'
import { chatOf, startRelay } from '../kit/relay.js'

async function readPage(url: string, headers: Record<string, string> = {}): Promise<PageData> {
  const answer = await fetch(`${url}/v1/page`, { headers })
  return (await answer.json()) as PageData
}

t.test('the page has no data, loads only its own files, and needs no token', async (t) => {
  const { tokens, start } = await setupPeople(t)
  const secret = tokens.add('alice', {})
  const { url } = await start()
  const shell = await fetch(url)
  const html = await shell.text()
  t.equal(shell.status, 200)
  t.match(shell.headers.get('content-type'), /^text\/html/)
  const policy = shell.headers.get('content-security-policy') ?? ''
  t.match(policy, /default-src 'none'.*script-src 'self';.*frame-ancestors 'none'/)
  t.notMatch(policy, /unsafe|\*|https?:|data:/)
  for (const name of ['x-content-type-options', 'referrer-policy', 'x-frame-options', 'etag'])
    t.ok(shell.headers.get(name), name)
  t.notMatch(html, /<script(?![^>]+src=)|\son\w+=|\sstyle=|javascript:|https?:/i)
  t.notMatch(html, new RegExp(`alice|${secret}`))

  const paths = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path)
  t.ok(paths.length >= 4)
  const seen = new Set<string>()
  for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    const file = await fetch(url + path)
    const text = await file.text()
    t.equal(file.status, 200, path)
    t.equal(file.headers.get('content-security-policy'), policy)
    for (const [, name] of text.matchAll(/from '\.\/([\w.]+)'/g)) paths.push(`/page/${name}`)
    const etag = file.headers.get('etag') ?? ''
    const again = await fetch(url + path, { headers: { 'if-none-match': etag } })
    t.equal(again.status, 304)
    t.equal(await again.text(), '')
  }
  t.ok(seen.size >= 13, 'all modules were found')
  for (const path of ['/page', '/page/', '/page/page.html', '/page/tsconfig.json', '/page/x'])
    t.equal((await fetch(url + path)).status, 404, path)
  t.equal((await fetch(url, { method: 'POST' })).status, 404)
})

t.test('data need a token; /page/door reports that', async (t) => {
  const { tokens, start } = await setupPeople(t)
  const alice = bearer(tokens.add('alice', {}))
  const { url } = await start()
  const refused = await fetch(`${url}/v1/page`)
  t.equal(refused.status, 401)
  t.match(await refused.json(), { error: { code: 'invalid_api_key' } })
  t.same(await (await fetch(`${url}/page/door`)).json(), { token: true })
  const forged = { 'tailscale-user-login': 'alice@example.com' }
  t.same(await (await fetch(`${url}/page/door`, { headers: forged })).json(), { token: true })
  const answer = await fetch(`${url}/v1/page`, { headers: alice })
  t.equal(answer.headers.get('cache-control'), 'no-store')
  t.match(await answer.json(), { object: 'page', me: { name: 'alice', class: 'interactive' } })
})

t.test('an open proxy on loopback needs no token', async (t) => {
  const engine = await startEndpoint(() => ({ end: 'hang' }), { models: [{ id: 'm' }] })
  const { url, stop } = await startRelay({ engine: 'openai', engineUrl: engine.origin })
  t.teardown(async () => {
    await stop()
    await engine.close()
  })
  t.same(await (await fetch(`${url}/page/door`)).json(), { token: false })
  const page = await readPage(url)
  t.match(page, { me: { name: 'local' }, engine: { error: null, models: [{ id: 'm' }] } })
  t.equal(page.usage.kept, false)
})

t.test('a request of tailscaled is authenticated by its headers', async (t) => {
  const { start } = await setupPeople(t)
  const relay = await start({ tailscaleListen: '127.0.0.1:0' })
  const url = relay.urls.at(-1) ?? ''
  const door = async (headers: Record<string, string>) =>
    (await fetch(`${url}/page/door`, { headers })).json()
  const login = { 'tailscale-user-login': 'alice@example.com' }
  t.same(await door(login), { token: false })
  t.same(await door({}), { token: true }, 'a tagged machine')
  t.same(await door({ ...login, 'tailscale-funnel-request': '?1' }), { token: true })
  t.match(await readPage(url, login), { me: { name: 'alice@example.com' } })
})

t.test('own requests are shown in detail, those of others as counts', async (t) => {
  const { tokens, start } = await setupPeople(t, { slots: 2 }, true)
  const [alice, bob] = [bearer(tokens.add('alice', {})), bearer(tokens.add('bobby', {}))]
  const relay = await start()
  const leave = new AbortController()
  const send = (headers: Record<string, string>, model: string) =>
    relay.post(chatOf(model, { stream: true }), { headers, signal: leave.signal }).catch(() => null)
  const first = await send(bob, 'large')
  const others = first?.headers.get('x-request-id') ?? ''
  await send(alice, 'small')
  const waiting = [send(bob, 'large'), send(alice, 'small')]
  let page = await readPage(relay.url, alice)
  while (page.queue.totals.waiting < 2) page = await readPage(relay.url, alice)
  t.match(page.queue, {
    mine: [
      { state: 'running', model: 'small' },
      { state: 'waiting', model: 'small', of: 2 },
    ],
    others: { people: 1, running: 1, waiting: 1 },
    totals: { slots: 2, running: 2, waiting: 2 },
  })
  t.ok(others)
  t.notMatch(JSON.stringify(page), new RegExp(`bobby|${others}`))
  leave.abort()
  await Promise.all(waiting)
})

t.test('models that a person may not use are not shown to them', async (t) => {
  const { tokens, start } = await setupPeople(t)
  const alice = bearer(tokens.add('alice', { models: ['small'] }))
  const { url } = await start()
  const { engine } = await readPage(url, alice)
  t.same(
    engine.models.map(({ id }) => id),
    ['small'],
  )
})

t.test('usage is shown by the hour of the clock of the proxy, own and total', async (t) => {
  const clock = createFakeClock(new Date(2026, 10, 20, 23, 30).getTime())
  const { tokens, start: _, stateDir, engine } = await setupPeople(t)
  const [alice, bob] = [bearer(tokens.add('alice', {})), bearer(tokens.add('bob', {}))]
  const settings = { engine: 'openai', engineUrl: engine.origin, insecureLoopback: false, stateDir }
  const relay = await startRelay(settings, clock)
  t.teardown(() => relay.stop())
  const chat = async (headers: Record<string, string>) =>
    (await relay.post(chatOf('small'), { headers })).text()
  await chat(alice)
  await clock.pass(3_600_000)
  await chat(alice)
  await chat(bob)
  const { usage } = await readPage(relay.url, alice)
  t.equal(usage.kept, true)
  t.equal(usage.hours.length, 24)
  t.same(
    usage.hours
      .slice(-2)
      .map(({ day, hour, all, mine }) => [
        `${day} ${hour}`,
        all.requests,
        mine.requests,
        mine.completionTokens,
      ]),
    [
      ['2026-11-20 23', 1, 1, 2],
      ['2026-11-21 0', 2, 1, 2],
    ],
  )
  t.equal(usage.hours[0]?.all.requests, 0)
  await clock.pass(23 * 3_600_000)
  const later = await readPage(relay.url, bob)
  t.match(later.usage.hours[0], { hour: 0, all: { requests: 2 }, mine: { requests: 1 } })
})

t.test('an engine that is down is named, and the rest is shown', async (t) => {
  const engine = await startEndpoint(() => ({ body: [chunk({})] }))
  const { url, stop } = await startRelay({
    engine: 'openai',
    engineUrl: engine.origin,
    models: ['m'],
  })
  t.teardown(stop)
  await engine.close()
  const page = await readPage(url)
  t.match(page.engine, { name: 'openai', error: /engine/i, models: [] })
  t.equal(page.queue.totals.waiting, 0)
})

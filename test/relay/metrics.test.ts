import { readdirSync, readFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import {
  type Act,
  type Ask,
  chunk,
  DONE,
  errorAct,
  startEndpoint,
  stream,
  usageChunk,
} from '../kit/fake_endpoint.js'
import { readMetrics } from '../kit/metrics.js'
import { bearer, setupPeople } from '../kit/people.js'
import { chatOf, startRelay, until } from '../kit/relay.js'

const CHAT = '/v1/chat/completions'

async function setup(t: Test, script?: (ask: Ask) => Act, values: Record<string, unknown> = {}) {
  const answer = stream(chunk({ content: 'x' }), chunk({}, 'stop'), usageChunk(50, 4, 30), DONE)
  const engine = await startEndpoint(script ?? (() => answer), {
    models: [{ id: 'm' }, { id: 'eyes' }],
  })
  const relay = await startRelay({ engine: 'openai', engineUrl: engine.origin, ...values })
  t.teardown(async () => {
    await relay.stop()
    await engine.close()
  })
  return { engine, relay, read: () => readMetrics(relay.url) }
}

t.test('every metric of a dashboard or an alert exists and is documented', async (t) => {
  const { read } = await setup(t)
  const { names } = await read()
  const files = readdirSync('deploy', { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.(?:json|ya?ml)$/.test(path),
  )
  const asked = files.flatMap((path) =>
    [
      ...readFileSync(join('deploy', path), 'utf8').matchAll(/\b(?:aircoder|nodejs|process)_\w+/g),
    ].map(([name]) => name.replace(/_(?:bucket|sum|count)$/, '')),
  )
  t.ok(asked.length > 20)
  t.same(
    [...new Set(asked)].filter((name) => !names.includes(name)),
    [],
  )
  const page = readFileSync('docs/proxy/metrics.md', 'utf8')
  t.same(
    names.filter((name) => !page.includes(`\`${name}`)),
    [],
    'docs/proxy/metrics.md has each',
  )
})

t.test('a chat is counted once, with its times and tokens', async (t) => {
  const { relay, read } = await setup(t)
  await (await relay.post(chatOf('m', { stream: true }))).text()
  await (await relay.post(chatOf('m'))).text()
  const { sum } = await read()
  const labels = { route: CHAT, model: 'm', class: 'interactive', outcome: 'ok' }
  t.equal(sum('aircoder_requests_total', labels), 2)
  t.equal(sum('aircoder_requests_total'), 2, 'and nothing else')
  t.equal(sum('aircoder_tokens_total', { direction: 'prompt', user: 'local' }), 100)
  t.equal(sum('aircoder_tokens_total', { direction: 'completion', user: 'local' }), 8)
  for (const name of ['queue_wait', 'inter_token', 'relay_overhead'])
    t.equal(sum(`aircoder_${name}_seconds_count`), 2, name)
  t.equal(sum('aircoder_ttft_seconds_count', { cold: 'false' }), 2)
  t.equal(sum('aircoder_prefix_tokens_total', { fate: 'reused' }), 60)
  t.equal(sum('aircoder_prefix_tokens_total', { fate: 'read' }), 40)
  t.equal(sum('aircoder_upstream_up'), 1)
  for (const name of ['aircoder_rejected_total', 'aircoder_stream_errors_total'])
    t.equal(sum(name), 0, name)
  t.ok(sum('process_resident_memory_bytes') > 1e6)
  t.ok(sum('process_cpu_seconds_total') > 0)
})

t.test(
  'the time to the first token is not the time to the headers, nor to a comment',
  async (t) => {
    const { relay, read } = await setup(t, () =>
      stream(
        ': queue 1 of 1\n\n',
        { waitMs: 300 },
        chunk({ content: 'x' }),
        chunk({}, 'stop'),
        DONE,
      ),
    )
    const begun = performance.now()
    await (await relay.post(chatOf('m', { stream: true }))).text()
    const tookS = (performance.now() - begun) / 1_000
    const { sum } = await read()
    t.ok(sum('aircoder_ttft_seconds_sum') >= 0.29, `${sum('aircoder_ttft_seconds_sum')} s`)
    const overheadS = sum('aircoder_relay_overhead_seconds_sum')
    t.ok(overheadS < tookS - 0.29, `the engine’s time is not ours: ${overheadS} of ${tookS} s`)
  },
)

t.test('refusals are counted by status and reason, before the queue and after', async (t) => {
  const { relay, read } = await setup(t, () => errorAct(500, { message: 'broken' }))
  await relay.post(chatOf('nope'))
  await relay.post({ model: 'm' })
  await fetch(`${relay.url}/v1/none`)
  await fetch(`${relay.url}/v1/models`, { headers: { origin: 'http://elsewhere' } })
  await relay.post(chatOf('m'))
  const { sum } = await read()
  const rejected = (status: number, reason: string) =>
    sum('aircoder_rejected_total', { status: String(status), reason })
  t.equal(rejected(404, 'model_not_found'), 1)
  t.equal(rejected(400, 'invalid_request'), 1)
  t.equal(rejected(404, 'not_found'), 1)
  t.equal(rejected(403, 'origin_not_allowed'), 1)
  t.equal(rejected(502, 'engine_error'), 1, 'a plain answer that the engine caused')
  t.equal(sum('aircoder_rejected_total'), 5)
  t.equal(sum('aircoder_stream_errors_total'), 0)
  t.equal(sum('aircoder_requests_total', { model: '-', outcome: 'model_not_found' }), 1)
  t.equal(sum('aircoder_requests_total', { model: 'm', outcome: 'engine_error' }), 1)
  t.equal(sum('aircoder_requests_total'), 3, 'only what asks for a model')
  t.match(
    (await read()).text,
    /rejected_total\{status="429",reason="queue_full"\} 0/,
    'from the start',
  )
})

t.test('an interrupted answer is a stream error, and the engine counts as down', async (t) => {
  const { relay, engine, read } = await setup(t, () => ({
    body: [chunk({ content: 'x' }), { waitMs: 20 }],
    end: 'die',
  }))
  t.match(await (await relay.post(chatOf('m', { stream: true }))).text(), /"error"/)
  const { sum } = await read()
  t.equal(sum('aircoder_stream_errors_total'), 1)
  t.equal(sum('aircoder_rejected_total'), 0)
  await engine.close()
  const fresh = await startRelay({ engine: 'openai', engineUrl: engine.origin })
  t.teardown(() => fresh.stop())
  t.equal((await readMetrics(fresh.url)).sum('aircoder_upstream_up'), 0)
})

t.test('gauges show the state of the queue; a cancel records when the slot was free', async (t) => {
  const { relay, engine, read } = await setup(
    t,
    () => ({ body: [chunk({ content: 'x' })], end: 'hang' }),
    { slots: 1, openMs: 10 },
  )
  const [one, two] = [new AbortController(), new AbortController()]
  const running = await relay.post(chatOf('m', { stream: true }), { signal: one.signal })
  await running.body?.getReader().read()
  const waiting = await relay.post(chatOf('m', { stream: true }), {
    signal: two.signal,
    headers: { 'x-aircoder-class': 'batch' },
  })
  const during = await read()
  t.equal(during.sum('aircoder_slots', { state: 'running' }), 1)
  t.equal(during.sum('aircoder_slots', { state: 'free' }), 0)
  t.equal(during.sum('aircoder_queue_depth', { class: 'batch' }), 1)
  t.equal(during.sum('aircoder_queue_depth'), 1)
  t.ok(during.sum('aircoder_queue_bytes') > 50)
  two.abort()
  await waiting.text().catch(() => '')
  while ((await read()).sum('aircoder_queue_depth') > 0);
  one.abort()
  await engine.idle()
  let after = await read()
  while (after.sum('aircoder_requests_total') < 2) after = await read()
  t.equal(after.sum('aircoder_requests_total', { outcome: 'client_closed' }), 2)
  t.equal(after.sum('aircoder_cancel_freed_seconds_count'), 1, 'only one of them was at work')
  t.equal(after.sum('aircoder_queue_wait_seconds_count'), 2, 'who left had waited too')
  t.equal(after.sum('aircoder_slots', { state: 'free' }), 1)
  t.equal(after.sum('aircoder_queue_depth'), 0)
})

t.test('no client can create a series', async (t) => {
  const { relay, read } = await setup(t, undefined, { models: ['m', 'made-up*'] })
  const send = async (number: number) => {
    await (await relay.post(chatOf(`made-up-${number}`))).text()
    await relay.post(chatOf(`unknown-${number}`))
    await relay.post(chatOf('m'), { headers: { 'x-aircoder-class': `class-${number}` } })
    await fetch(`${relay.url}/path-${number}`, { method: 'POST' })
    await fetch(`${relay.url}/v1/models?x=${number}`, {
      headers: { 'x-aircoder-session': `s-${number}`, 'user-agent': `agent-${number}` },
    })
  }
  await send(0)
  const before = await read()
  for (let number = 1; number <= 30; number += 1) await send(number)
  const after = await read()
  t.equal(after.series, before.series)
  t.notMatch(after.text, /made-up|unknown-|class-\d|path-|agent-|s-\d/)
  t.equal(after.sum('aircoder_requests_total', { model: '*' }), 31, 'they are counted together')
})

t.test('this machine reads metrics without a token, others need one', async (t) => {
  const { tokens, start } = await setupPeople(t)
  const [ada, bob] = [tokens.add('ada', {}), tokens.add('bob', {})]
  const relay = await start()
  for (const token of [ada, bob])
    await (await relay.post(chatOf('small'), { headers: bearer(token) })).text()
  const all = await readMetrics(relay.url)
  t.equal(all.status, 200)
  for (const user of ['ada', 'bob']) t.equal(all.sum('aircoder_tokens_total', { user }), 7)
  t.equal(await statusAs('evil.example', relay.url), 403, 'the name must be ours')
  // A web server on the box comes from loopback too, for the whole world.
  for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])
    t.equal((await readMetrics(relay.url, { [header]: '203.0.113.9' })).status, 401, header)
  const posted = await fetch(`${relay.url}/metrics`, { method: 'POST' })
  t.equal(posted.status, 404)

  const shut = await start({ metricsFrom: [] })
  t.equal((await readMetrics(shut.url)).status, 401)
  t.equal((await readMetrics(shut.url, bearer('wrong'))).status, 401)
  await (await shut.post(chatOf('small'), { headers: bearer(bob) })).text()
  await (await shut.post(chatOf('small'), { headers: bearer(ada) })).text()
  const own = await readMetrics(shut.url, bearer(ada))
  t.equal(own.status, 200)
  t.equal(own.sum('aircoder_tokens_total', { user: 'ada' }), 7)
  t.notMatch(own.text, /bob/, 'not what others used')
  t.equal(own.sum('aircoder_requests_total'), 2)

  const elsewhere = await start({ metricsFrom: ['10.0.0.0/8', 'fd00::/8', '192.0.2.1'] })
  t.equal((await readMetrics(elsewhere.url)).status, 401)
  const net = await start({ metricsFrom: ['127.0.0.1/30'] })
  t.equal((await readMetrics(net.url)).status, 200)
  const tailnet = await start({ tailscaleListen: '127.0.0.1:0' })
  t.equal((await readMetrics(tailnet.urls.at(-1) ?? '')).status, 401, 'tailscaled is no scraper')
})

t.test('pictures are counted in bytes, before and after', async (t) => {
  const { relay, read } = await setup(t)
  const noise = {
    create: {
      width: 900,
      height: 900,
      channels: 3,
      background: 'red',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  } as const
  const png = await sharp(noise).png().toBuffer()
  const url = `data:image/png;base64,${png.toString('base64')}`
  const content = [{ type: 'image_url', image_url: { url } }]
  const answer = await relay.post({
    model: 'eyes',
    messages: [{ role: 'user', content: [...content, ...content] }],
  })
  t.equal(answer.status, 200)
  const { sum } = await read()
  t.equal(sum('aircoder_image_bytes_total', { stage: 'in' }), 2 * png.length)
  t.ok(sum('aircoder_image_bytes_total', { stage: 'out' }) < png.length)
  t.equal(sum('aircoder_images_total', { fate: 'repeat' }), 1)
  t.equal(sum('aircoder_images_total', { fate: 'shown' }), 1)
})

t.test('two proxies in one process count apart', async (t) => {
  const [one, two] = [await setup(t), await setup(t)]
  await (await one.relay.post(chatOf('m'))).text()
  t.equal((await one.read()).sum('aircoder_requests_total'), 1)
  t.equal((await two.read()).sum('aircoder_requests_total'), 0)
})

t.test('an engine that hangs delays no scrape', async (t) => {
  const engine = await startEndpoint(() => ({ end: 'silent' }))
  const silent = await startEndpoint(() => ({ end: 'silent' }), { models: [] })
  t.teardown(() => Promise.all([engine.close(), silent.close()]))
  const relay = await startRelay({ engine: 'ollama', engineUrl: silent.origin })
  t.teardown(() => relay.stop())
  const asked = readMetrics(relay.url)
  await until(() => silent.requests.length > 0)
  t.equal((await asked).sum('aircoder_upstream_up'), 0)
  const { requests } = silent
  const before = requests.length
  await readMetrics(relay.url)
  t.equal(requests.length, before, 'and is not asked again at once')
})

/** fetch sets a Host of its own. */
function statusAs(host: string, url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(`${url}/metrics`, { headers: { host } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    }).on('error', reject)
  })
}

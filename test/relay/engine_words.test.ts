import t from 'tap'
import { readEngineError } from '#relay'
import { createPools, loadOf, takeSlot } from '../../libs/relay/queue/line/pool.js'
import { matchesModel } from '../../libs/relay/settings/patterns.js'
import { createFakeClock } from '../kit/fake_clock.js'
import {
  type Act,
  chunk,
  DONE,
  jsonAct,
  startEndpoint,
  stream,
  usageChunk,
} from '../kit/fake_endpoint.js'
import { doneLine, lines, overflow, says } from '../kit/fake_ollama.js'
import { startedSince } from '../kit/real_ollama.js'
import { chatOf, lastEvent, startRelay } from '../kit/relay.js'
import { MODEL, setup } from '../kit/relayed_ollama.js'

const INNER = (prompt: number, window: number) =>
  JSON.stringify({
    error: {
      code: 400,
      message: 'the request exceeds the available context size, try increasing it',
      type: 'exceed_context_size_error',
      n_prompt_tokens: prompt,
      n_ctx: window,
    },
  })
const diedOf = (inner: string) => `llama runner process has terminated: ${inner}`
const DIED = diedOf(INNER(5_000, 2_048))
const LONG = 'many words of a prompt '.repeat(700)

t.test('only a 400 with numbers that fit is a prompt that was too long', async (t) => {
  const codeOf = (status: number, error: unknown) =>
    readEngineError(status, {}, JSON.stringify({ error })).code
  t.equal(codeOf(400, INNER(5_000, 2_048)), 'context_length_exceeded')
  t.equal(codeOf(500, DIED), 'engine_error', 'a runner that died')
  t.equal(codeOf(503, DIED), 'engine_unavailable')
  t.equal(codeOf(400, INNER(50, 2_048)), 'invalid_request', 'the prompt fits')
  const vllm =
    "This model's maximum context length is 4096 tokens. However, you requested 4500 tokens (500 in the messages, 4000 in the completion)."
  t.match(readEngineError(400, {}, JSON.stringify({ error: { message: vllm } })), {
    code: 'context_length_exceeded',
    facts: { numbers: { prompt_tokens: 4_500, context_window: 4_096 } },
  })
})

t.test('an engine that rejects the credentials of the proxy is not asked again', async (t) => {
  t.match(readEngineError(401, {}, 'no'), { code: 'engine_error', retryable: false })
  t.match(readEngineError(500, {}, 'boom'), { code: 'engine_error', retryable: true })
})

t.test('an old error line is no overflow, before the answer or in it', async (t) => {
  const acts = [
    jsonAct(500, { error: DIED }),
    lines(says('Hel'), { error: diedOf(INNER(2_100, 2_048)) }),
    overflow(90_000, 2_048),
    overflow(4_000, 2_048),
  ]
  const { relay } = await setup(t, () => acts.shift() ?? jsonAct(500, {}))
  const messages = (content: string) => ({ messages: [{ role: 'user', content }] })
  const before = await relay.post(chatOf('m', messages('hi')))
  t.match(await before.json(), { error: { code: 'engine_error' } })
  const ours = messages('some words of it '.repeat(450))
  const inside = await relay.post(chatOf('m', { ...ours, stream: true }))
  t.match(lastEvent(await inside.text()), { error: { code: 'engine_error' } })
  const other = await relay.post(chatOf('m', messages('hi')))
  t.match(await other.json(), { error: { code: 'engine_error' } }, 'of another request')
  const own = await relay.post(chatOf('m', ours))
  t.match(await own.json(), { error: { code: 'context_length_exceeded', prompt_tokens: 4_000 } })
  const wide = { ...MODEL, parameters: 'num_ctx 16384', loadedWindow: 16_384 }
  const large = await setup(t, () => overflow(2_100, 2_048), [wide])
  const asked = await large.relay.post(chatOf('m', messages('some words of it '.repeat(2_500))))
  t.match(await asked.json(), { error: { code: 'engine_error' } }, 'of a much smaller one')
})

t.test('a refusal before the images are counted says "at least"', async (t) => {
  const { relay } = await setup(t, () => lines(doneLine()), [
    { ...MODEL, capabilities: ['completion', 'vision'] },
  ])
  const pixel =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const content = [
    { type: 'text', text: LONG },
    { type: 'image_url', image_url: { url: pixel } },
  ]
  const shown = await relay.post(chatOf('m', { messages: [{ role: 'user', content }] }))
  t.match(await shown.json(), { error: { message: /needs at least \d+ tokens/ } })
  const plain = await relay.post(chatOf('m', { messages: [{ role: 'user', content: LONG }] }))
  t.match(await plain.json(), { error: { message: /needs \d+ tokens/ } })
})

t.test('a cut call has usage, also where the engine counts nothing', async (t) => {
  const error = 'invalid tool call arguments for grep: unexpected end of JSON input'
  const { relay } = await setup(t, () => jsonAct(500, { error }))
  const answer = await relay.post(chatOf('m', { max_tokens: 40 }))
  const { usage } = (await answer.json()) as { usage: Record<string, number> }
  t.match(usage, { completion_tokens: 40 })
  t.ok((usage.prompt_tokens ?? 0) > 0)
})

t.test('after a restart of the runner no reuse is invented', async (t) => {
  const text = 'words that are read '.repeat(60)
  const messages = [{ role: 'user', content: text }]
  const slow = { prompt_eval_count: 1_000, prompt_eval_duration: 10_000e6, load_duration: 20e6 }
  const fast = { prompt_eval_count: 1_000, prompt_eval_duration: 2_000e6, load_duration: 20e6 }
  const restarted = { ...fast, load_duration: 900e6 }
  const ends = [slow, fast, restarted, fast]
  const { relay } = await setup(t, () => lines(says('a'), doneLine('stop', ends.shift())))
  const reused: unknown[] = []
  for (let at = 0; at < 4; at += 1) {
    const answer = await relay.post(chatOf('m', { messages }))
    const { usage } = (await answer.json()) as {
      usage: { prompt_tokens_details?: { cached_tokens?: number } }
    }
    reused.push(usage.prompt_tokens_details?.cached_tokens ?? null)
  }
  t.equal(reused[1], 800)
  t.equal(reused[2], null, 'the runner had just started')
  t.equal(reused[3], null, 'and its speed is not known yet')
})

t.test('a guard that ended a repetition would end it again; any other end would not', async (t) => {
  const half = JSON.stringify(says('a')).slice(0, 20)
  const acts: [name: string, act: Act, guard: boolean][] = [
    ['a repetition', lines(says('b'), says('a'), says(' a')), true],
    ['other words', lines(says('a'), says('b')), false],
    ['one word', lines(says('a')), false],
    ['no word', lines(), false],
    [
      'half a line',
      { ...lines(), body: [`${JSON.stringify(says('a'))}\n`.repeat(2), half] },
      false,
    ],
  ]
  const { relay } = await setup(t, () => acts[0]?.[1] ?? lines())
  for (; acts[0] !== undefined; acts.shift()) {
    const [name, , guard] = acts[0]
    const answer = await relay.post(chatOf('m', { stream: true }))
    const text = await answer.text()
    const { error } = (answer.status === 200 ? lastEvent(text) : JSON.parse(text)) as {
      error: { code: string; retryable: boolean; message: string }
    }
    t.match(error, { code: 'engine_stopped', retryable: !guard }, name)
    t.equal(/guard against repetition/.test(error.message), guard, name)
  }
})

t.test('name and name:latest are one model, in the settings too', async (t) => {
  t.ok(
    matchesModel(['m'], 'm:latest') && matchesModel(['m:latest'], 'm') && matchesModel(['m*'], 'm'),
  )
  t.notOk(matchesModel(['m'], 'm:8b'))
  const { relay } = await setup(t, () => lines(says('a'), doneLine()), [MODEL], { models: ['m'] })
  for (const id of ['m', 'm:latest']) t.equal((await relay.post(chatOf(id))).status, 200, id)
  const list = await (await fetch(`${relay.url}/v1/models`)).json()
  t.match(list, { data: [{ id: 'm:latest' }] })
})

t.test('one model has a route of its own, and says when it was made', async (t) => {
  const hub = { ...MODEL, name: 'hf.co/who/m:Q4', modifiedAt: '2026-01-02T03:04:05Z' }
  const { relay } = await setup(t, () => lines(doneLine()), [MODEL, hub])
  const row = async (id: string) => {
    const answer = await fetch(`${relay.url}/v1/models/${id}`)
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  t.match(await row('hf.co/who/m:Q4'), {
    status: 200,
    body: { id: 'hf.co/who/m:Q4', object: 'model', created: 1_767_323_045, context_window: 2_048 },
  })
  const plain = await row('m')
  t.equal(plain.body.id, 'm')
  t.notOk('created' in plain.body, 'an unknown time is left out')
  t.match(await row('none'), { status: 404, body: { error: { code: 'model_not_found' } } })
})

t.test('a model that is created again has its new card with the next list', async (t) => {
  const { loadedWindow: _, ...unloaded } = MODEL
  const model = { ...unloaded, digest: 'a', parameters: 'num_ctx 2048' }
  const clock = createFakeClock()
  const { relay } = await setup(t, () => lines(doneLine()), [model], {}, clock)
  const window = async () => {
    await clock.pass(10_000)
    const answer = await fetch(`${relay.url}/v1/models/m`)
    return ((await answer.json()) as { context_window: number }).context_window
  }
  t.equal(await window(), 2_048)
  model.parameters = 'num_ctx 4096'
  t.equal(await window(), 2_048, 'the card is kept')
  model.digest = 'b'
  t.equal(await window(), 4_096)
})

t.test('slots follow models that are removed or created again', async (t) => {
  const pools = createPools(1)
  const asks = (model: string, modelSlots: number) =>
    ({ model, modelSlots, person: 'ada', session: null }) as Parameters<typeof pools.of>[0]
  const big = pools.of(asks('big', 6))
  pools.follow(
    new Map([
      ['big', 'a'],
      ['small', 'b'],
    ]),
  )
  t.equal(pools.slots(), 6)
  const load = loadOf(big, 'big')
  const slot = { pool: big, load, request: asks('big', 6) }
  takeSlot(slot, 0)
  pools.follow(new Map([['small', 'b']]))
  t.equal(pools.of(asks('big', 6)), big, 'a running request keeps its pool')
  big.busy = 0
  load.busy = 0
  pools.follow(new Map([['big', 'other']]))
  t.not(loadOf(pools.of(asks('big', 6)), 'big'), load, 'what was learned is of another model')
  pools.follow(new Map([['small', 'b']]))
  t.equal(pools.slots(), 1, 'its slots are gone')
  const shared = pools.of(asks('small', 0))
  const small = loadOf(shared, 'small')
  pools.follow(new Map([['small', 'b']]))
  t.equal(loadOf(shared, 'small'), small, 'the same model keeps what was learned')
  pools.follow(new Map([['small', 'c']]))
  t.not(loadOf(shared, 'small'), small, 'a model without slots of its own is followed too')
})

t.test('the slots of the proxy follow the models that the engine lists', async (t) => {
  const models = [
    { id: 'big:latest', slots: 6, created: 1 },
    { id: 'big', slots: 6, created: 1 },
    { id: 'small', created: 1 },
  ]
  const answer = () => stream(chunk({ content: 'x' }, 'stop'), usageChunk(10, 2), DONE)
  const engine = await startEndpoint(answer, { models })
  const clock = createFakeClock()
  const relay = await startRelay({ engine: 'openai', engineUrl: engine.origin }, clock)
  t.teardown(async () => {
    await relay.stop()
    await engine.close()
  })
  const total = async () => {
    const queue = await (await fetch(`${relay.url}/v1/queue`)).json()
    return (queue as { totals: { slots: number } }).totals.slots
  }
  const slots = async () => {
    await clock.pass(10_000)
    await (await fetch(`${relay.url}/v1/models`)).text()
    return total()
  }
  const before = await slots()
  for (const id of ['big', 'big:latest']) await (await relay.post(chatOf(id))).text()
  t.equal(await total(), 6, 'one queue line for both names')
  t.equal(await slots(), 6, 'both names are one model, which is still listed')
  models.splice(0, 2)
  t.equal(await slots(), before, 'a model that was removed has no slots')
})

t.test('the test of a real engine ends only the runner that it started', async (t) => {
  const runner = (pid: number, change = {}) => ({
    pid,
    owned: true,
    memoryBytes: 1,
    file: '/blobs/sha256-a',
    slots: 1,
    kvType: null,
    port: 1,
    ...change,
  })
  const now = [
    runner(1),
    runner(2),
    runner(3, { file: '/other/blobs/sha256-a' }),
    runner(4, { owned: false }),
  ]
  const found = startedSince([runner(1)], now, '/blobs/sha256-a')
  t.same(
    found.map(({ pid }) => pid),
    [2],
  )
})

import { join } from 'node:path'
import t, { type Test } from 'tap'
import { jsonAct } from '../kit/fake_endpoint.js'
import { lines, overflow } from '../kit/fake_ollama.js'
import { chatOf, lastEvent, startRelay } from '../kit/relay.js'
import { MODEL, setup } from '../kit/relayed_ollama.js'

const says = (response: string, rest: object = {}) => ({
  model: 'm',
  response,
  done: false,
  ...rest,
})
const end = (done_reason = 'stop', rest: object = {}) =>
  says('', { done: true, done_reason, prompt_eval_count: 11, eval_count: 5, ...rest })
const hello = () => lines(says('Hel'), says('lo'), end())
const PATH = { path: '/v1/completions' }

/** What was asked of `/api/generate`, parsed. */
type Asked = Record<string, unknown> & { options: Record<string, unknown> }

async function setupGenerate(t: Test, generate = hello, capabilities?: string[]) {
  const made = await setup(t, generate, [{ ...MODEL, ...(capabilities && { capabilities }) }])
  return {
    ...made,
    asked: () =>
      made.engine.asks
        .filter(({ path }) => path === '/api/generate')
        .map(({ body }) => JSON.parse(body) as Asked),
  }
}

t.test('the stock client gets a completion of the raw text, whole and as a stream', async (t) => {
  const { sdk, asked, relay } = await setupGenerate(t)
  const whole = await sdk.completions.create({
    model: 'm',
    prompt: 'Once upon',
    max_tokens: 20,
    temperature: 0.5,
    stop: ['\n'],
  })
  t.match(whole, {
    id: /^cmpl-\w+$/,
    object: 'text_completion',
    created: Number,
    model: 'm',
    choices: [{ index: 0, text: 'Hello', finish_reason: 'stop', logprobs: null }],
    usage: { prompt_tokens: 11, completion_tokens: 5, total_tokens: 16 },
  })
  const [first] = asked()
  t.match(first, {
    model: 'm:latest',
    prompt: 'Once upon',
    raw: true,
    stream: true,
    truncate: false,
    shift: false,
    keep_alive: '30m',
    options: { num_predict: 20, temperature: 0.5, stop: ['<|im_end|>', '\n'] },
  })
  t.notOk('think' in (first ?? {}), 'a model without thinking gets no think parameter')

  const stream = await sdk.completions.create({
    model: 'm',
    prompt: ['Once upon'],
    stream: true,
    stream_options: { include_usage: true },
  })
  const texts: string[] = []
  const reasons: unknown[] = []
  let usage: unknown = null
  for await (const chunk of stream) {
    t.equal(chunk.object, 'text_completion')
    for (const choice of chunk.choices) {
      texts.push(choice.text)
      if (choice.finish_reason !== null) reasons.push(choice.finish_reason)
    }
    usage = chunk.usage ?? usage
  }
  t.same([texts.join(''), reasons], ['Hello', ['stop']])
  t.match(usage, { prompt_tokens: 11, completion_tokens: 5, total_tokens: 16 })
  const room = Number(asked()[1]?.options.num_predict)
  t.ok(room > 2_000 && room < 2_048, `${room}: what the prompt leaves of the window`)
  const silent = await relay.post({ model: 'm', prompt: 'x', stream: true }, PATH)
  const text = await silent.text()
  t.match(text, /\ndata: \[DONE\]\n\n$/)
  t.notMatch(text, /usage/)
})

t.test('an answer at the token limit ends as `length`, and usage is charged', async (t) => {
  const { sdk, relay } = await setupGenerate(t, () => lines(says('Hel'), end('length')))
  const whole = await sdk.completions.create({ model: 'm', prompt: 'x', max_tokens: 1 })
  t.equal(whole.choices[0]?.finish_reason, 'length')
  const me = (await (await fetch(`${relay.url}/v1/me`)).json()) as { usage: object }
  t.match(me.usage, { requests: 1, prompt_tokens: 11, completion_tokens: 5 })
})

t.test('a suffix is used with the template of the model', async (t) => {
  const can = await setupGenerate(t, hello, ['completion', 'insert', 'thinking'])
  await can.sdk.completions.create({ model: 'm', prompt: 'a(', suffix: ')' })
  t.match(can.asked()[0], { prompt: 'a(', suffix: ')', raw: false, think: false })
  const cannot = await setupGenerate(t)
  const answer = await cannot.relay.post({ model: 'm', prompt: 'a(', suffix: ')' }, PATH)
  t.equal(answer.status, 400)
  t.match(await answer.json(), { error: { code: 'invalid_request', param: 'suffix' } })
  t.same(cannot.asked(), [])
})

t.test('ignored parameters are named, unsupported ones are refused', async (t) => {
  const { relay, asked } = await setupGenerate(t)
  const odd = { n: 2, logprobs: 3, echo: true, best_of: 2, user: 'u', options: { num_ctx: 9 } }
  const named = await relay.post({ model: 'm', prompt: 'x', ...odd }, PATH)
  t.equal(named.status, 200)
  t.same(named.headers.get('x-aircoder-ignored')?.split(',').sort(), [
    'best_of',
    'echo',
    'logprobs',
    'n',
    'options.num_ctx',
    'user',
  ])
  const usual = { n: 1, echo: false, best_of: 1, suffix: null, logprobs: null }
  const quiet = await relay.post({ model: 'm', prompt: 'x', ...usual }, PATH)
  t.equal(quiet.headers.get('x-aircoder-ignored'), null)
  const before = asked().length
  for (const [rest, message] of [
    [{}, /prompt/],
    [{ prompt: '' }, /prompt/],
    [{ prompt: ['a', 'b'] }, /prompt/],
    [{ prompt: [1, 2] }, /prompt/],
    [{ prompt: 'x', max_tokens: -1 }, /max_tokens/],
    [{ prompt: 'x', suffix: 1 }, /suffix/],
    [{ prompt: 'many words '.repeat(9_000) }, /window/],
  ] as const) {
    const answer = await relay.post({ model: 'm', ...rest }, PATH)
    t.equal(answer.status, 400, JSON.stringify(rest).slice(0, 60))
    const { error } = (await answer.json()) as { error: { message: string } }
    t.match(error.message, message)
  }
  t.equal(asked().length, before)
  const vec = await setupGenerate(t, hello, ['embedding'])
  const refused = await vec.relay.post({ model: 'm', prompt: 'x' }, PATH)
  t.equal(refused.status, 400)
  t.match(await refused.json(), { error: { param: 'model' } })
})

t.test('an incomplete answer, an error and a full window are reported as in a chat', async (t) => {
  const acts = {
    engine_stopped: () => lines(says('Hel')),
    engine_error: () => lines(says('Hel'), { error: 'unexpected EOF' }),
  }
  for (const [code, act] of Object.entries(acts)) {
    const { relay } = await setupGenerate(t, act)
    const whole = await relay.post({ model: 'm', prompt: 'x' }, PATH)
    t.equal(whole.status, 502)
    t.match(await whole.json(), { error: { code } })
    const text = await (await relay.post({ model: 'm', prompt: 'x', stream: true }, PATH)).text()
    t.match(lastEvent(text), { error: { code, retryable: true } })
    t.notMatch(text, /\[DONE\]/)
  }
  const full = await setupGenerate(t, () => overflow(3_000, 2_048))
  const answer = await full.relay.post({ model: 'm', prompt: 'x' }, PATH)
  t.equal(answer.status, 400)
  t.match(await answer.json(), {
    error: { code: 'context_length_exceeded', context_window: 2_048 },
  })
  const gone = await setupGenerate(t, () => jsonAct(500, { error: 'no' }))
  t.equal((await gone.relay.post({ model: 'm', prompt: 'x' }, PATH)).status, 502)
})

t.test('an engine without a route is reported as such, not as a wrong URL', async (t) => {
  const script = join(t.testdir({ 'r.jsonl': '{"content":"x"}' }), 'r.jsonl')
  const relay = await startRelay({ engine: 'scripted', script })
  t.teardown(() => relay.stop())
  for (const route of ['completions', 'embeddings']) {
    const answer = await relay.post(
      { model: 'scripted', prompt: 'x', input: 'x' },
      { path: `/v1/${route}` },
    )
    t.equal(answer.status, 404)
    t.match(await answer.json(), {
      error: {
        code: 'not_found',
        message: new RegExp(`engine of this proxy \\(scripted\\) does not support /v1/${route}`),
      },
    })
    t.equal((await fetch(`${relay.url}/v1/${route}`)).status, 404, 'GET is no such route')
  }
  t.match(await (await relay.post(chatOf('m'), { path: '/v1/completion' })).json(), {
    error: { code: 'not_found', message: /no such route/ },
  })
})

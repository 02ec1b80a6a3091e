import t from 'tap'
import {
  type Act,
  chunk,
  DONE,
  errorAct,
  event,
  startEndpoint,
  stream,
  webPage,
} from '../kit/fake_endpoint.js'
import { chatOf, lastEvent, startRelay } from '../kit/relay.js'

import { CALLS, END, HELLO, setup } from '../kit/relayed_engine.js'

t.test('row 253: the answer and the request body are relayed byte for byte', async (t) => {
  const { engine, relay } = await setup(t, { m: () => stream(...HELLO, ...END) })
  const body = chatOf('m', {
    stream: true,
    stream_options: { include_usage: true },
    temperature: 0.2,
    x_unknown: [1],
  })
  const answer = await relay.post(body, {
    headers: { cookie: 'c=1', 'x-forwarded-for': '1.2.3.4', authorization: 'Bearer mine' },
  })
  t.equal(await answer.text(), [...HELLO, ...END].join(''))
  t.match(Object.fromEntries(answer.headers), {
    'content-type': /^text\/event-stream/,
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    'x-aircoder-engine': 'openai',
    'x-aircoder-queue-ms': /^\d+$/,
    'x-request-id': /^req_/,
  })
  const [ask] = engine.asks
  t.same(JSON.parse(ask?.body ?? ''), body)
  for (const name of [
    'cookie',
    'x-forwarded-for',
    'authorization',
    'accept-encoding',
    'user-agent',
  ])
    t.notOk(ask?.headers[name], `${name} stays here`)
})

t.test('a stock client streams text and parallel calls, with and without usage', async (t) => {
  const { sdk } = await setup(t, {
    text: () => stream(...HELLO, ...END),
    calls: () => stream(...CALLS),
  })
  const events = await sdk.chat.completions.create({
    model: 'text',
    stream: true,
    messages: [{ role: 'user', content: 'hi' }],
  })
  let text = ''
  for await (const part of events) {
    // Not asked for, so the chunk without choices does not come.
    t.equal(part.choices.length, 1)
    text += part.choices[0]?.delta.content ?? ''
  }
  t.equal(text, 'Grüße 한국어')

  const whole = await sdk.chat.completions.create({
    model: 'text',
    messages: [{ role: 'user', content: 'hi' }],
  })
  t.match(whole, {
    object: 'chat.completion',
    choices: [
      { index: 0, message: { role: 'assistant', content: 'Grüße 한국어' }, finish_reason: 'stop' },
    ],
    usage: { prompt_tokens: 7, completion_tokens: 3 },
  })
  const called = await sdk.chat.completions.create({
    model: 'calls',
    messages: [{ role: 'user', content: 'hi' }],
  })
  t.match(called.choices[0], {
    finish_reason: 'tool_calls',
    message: {
      content: null,
      tool_calls: [
        { id: 'a', type: 'function', function: { name: 'grep', arguments: '{"pattern":"x"}' } },
        { id: 'b', type: 'function', function: { name: 'glob', arguments: '{}' } },
      ],
    },
  })
})

t.test('no error of the engine looks like a success', async (t) => {
  const bytes = Buffer.from(HELLO.join('') + END.join(''))
  const middle = bytes.indexOf('한') + 1
  const acts: Record<string, () => Act> = {
    dies: () => ({ body: HELLO, end: 'die' }),
    'dies in an event': () => ({ body: [bytes.subarray(0, middle)], end: 'die' }),
    'ends early': () => stream(...HELLO),
    'ends in an event': () => stream(bytes.subarray(0, middle)),
    'no finish': () => stream(...HELLO, DONE),
    'no done': () => stream(...HELLO, chunk({}, 'stop')),
    'error event': () => stream(...HELLO, event({ error: { message: 'CUDA out of memory' } })),
    'error event, then done': () => stream(...HELLO, event({ error: { message: 'x' } }), DONE),
    'error event in halves': () => stream(...HELLO, 'data: {"err', 'or":{"message":"x"}}\n\n'),
    'goes silent': () => ({ body: HELLO, end: 'hang' }),
    'says nothing': () => ({ end: 'silent' }),
    'dies at once': () => ({ end: 'die', headers: {} }),
    'web page': () => webPage(),
    'not an event': () => stream('data: {"id": nonsense\n\n'),
  }
  const patient = await setup(t, acts)
  const hasty = await setup(t, acts, { idleMs: 60, firstTokenMs: 120 })
  for (const model of Object.keys(acts)) {
    // Only what falls silent is given up: on a busy machine the others would be, too.
    const { relay, sdk } = ['goes silent', 'says nothing'].includes(model) ? hasty : patient
    const answer = await relay.post(chatOf(model, { stream: true }))
    const text = await answer.text()
    t.notMatch(text, /\[DONE\]/, `${model}: no end mark`)
    const error = answer.status === 200 ? lastEvent(text) : JSON.parse(text)
    t.match(
      error,
      {
        error: {
          message: String,
          type: 'api_error',
          code: /^engine_/,
          retryable: model !== 'web page',
          request_id: /^req_/,
        },
      },
      `${model}: one error event`,
    )
    for (const line of text
      .split('\n')
      .filter((line) => line.startsWith('data:') && !line.includes('nonsense')))
      t.doesNotThrow(() => JSON.parse(line.slice(5)), `${model}: whole events only`)

    const stock = async () => {
      for await (const _ of await sdk.chat.completions.create({
        model,
        stream: true,
        messages: [{ role: 'user', content: 'hi' }],
      }));
    }
    await t.rejects(stock(), `${model}: the SDK throws`)
    const whole = await relay.post(chatOf(model))
    t.ok(whole.status >= 500, `${model}: in one piece it is ${whole.status}`)
    t.match(await whole.json(), { error: { code: /^engine_/ } })
  }
  const asks = patient.engine.asks.length + hasty.engine.asks.length
  t.equal(asks, Object.keys(acts).length * 3, 'one upstream request each: no retry')
})

t.test('content that contains end marks and errors stays content', async (t) => {
  const said =
    'data: [DONE]\n\ndata: {"error":{"message":"x"}}\n\n"finish_reason":"stop" "choices":[]'
  const { relay } = await setup(t, { m: () => stream(chunk({ content: said }), ...END) })
  const answer = await relay.post(chatOf('m'))
  t.match(await answer.json(), { choices: [{ message: { content: said }, finish_reason: 'stop' }] })
})

t.test('the engine’s refusals keep their status and Retry-After, in one shape', async (t) => {
  const overflow =
    "This model's maximum context length is 4096 tokens. However, you requested 9000 tokens"
  const { relay } = await setup(t, {
    busy: () => errorAct(503, { message: 'busy' }, { 'retry-after': '7' }),
    limit: () => errorAct(429, { message: 'slow down' }, { 'retry-after': '9' }),
    bad: () => errorAct(400, { message: 'temperature must be a number' }),
    long: () => errorAct(400, { message: overflow }),
    full: () =>
      errorAct(400, {
        type: 'exceed_context_size_error',
        message: 'too long',
        n_prompt_tokens: 5000,
        n_ctx: 4096,
      }),
    locked: () => errorAct(401, { message: 'wrong key sk-abcdefghijklmnopqrstuvwxyz123456' }),
    broken: () => webPage(500),
  })
  const expected: Record<string, object> = {
    busy: { status: 503, code: 'engine_unavailable', wait: '7', retry: 'true' },
    limit: { status: 429, code: 'rate_limited', wait: '9', retry: 'true' },
    bad: { status: 400, code: 'invalid_request', wait: null, retry: 'false' },
    long: {
      status: 400,
      code: 'context_length_exceeded',
      prompt_tokens: 9000,
      context_window: 4096,
    },
    full: {
      status: 400,
      code: 'context_length_exceeded',
      prompt_tokens: 5000,
      context_window: 4096,
    },
    locked: { status: 502, code: 'engine_error' },
    broken: { status: 502, code: 'engine_error' },
  }
  for (const [model, wanted] of Object.entries(expected))
    for (const stream of [true, false]) {
      const answer = await relay.post(chatOf(model, { stream }))
      const { error } = (await answer.json()) as { error: object }
      t.match(
        {
          ...error,
          status: answer.status,
          wait: answer.headers.get('retry-after'),
          retry: answer.headers.get('x-should-retry'),
        },
        wanted,
        `${model} stream=${stream}`,
      )
      t.notMatch(
        JSON.stringify(error),
        /sk-abc|127\.0\.0\.1|<html/,
        'no secret, no address, no page',
      )
    }
})

t.test('an unreachable engine gives 503, and works again without a restart', async (t) => {
  const gone = await startEndpoint(() => stream(), { vanishes: true })
  await gone.close()
  const relay = await startRelay({ engine: 'openai', engineUrl: gone.origin, models: ['m'] })
  t.teardown(() => relay.stop())
  const answer = await relay.post(chatOf('m'))
  t.equal(answer.status, 503)
  t.ok(Number(answer.headers.get('retry-after')) > 0)
  t.match(await answer.json(), { error: { code: 'engine_unavailable' } })
  const ready = await fetch(`${relay.url}/readyz`)
  t.equal(ready.status, 503)
  t.match(await ready.json(), { reason: /engine/ })
  t.equal((await fetch(`${relay.url}/healthz`)).status, 200)
})

import OpenAI from 'openai'
import t, { type Test } from 'tap'
import type { Act } from '../kit/fake_endpoint.js'
import { jsonAct, webPage } from '../kit/fake_endpoint.js'
import {
  calls,
  doneLine,
  type FakeOllamaModel,
  lines,
  overflow,
  says,
  startOllama,
} from '../kit/fake_ollama.js'
import { chatOf, lastEvent, startRelay } from '../kit/relay.js'

const MODEL: FakeOllamaModel = {
  name: 'm:latest',
  parameters:
    'num_ctx                        2048\nstop                           "<|im_end|>"\ntemperature                    0',
  capabilities: ['completion', 'tools'],
  loadedWindow: 2_048,
}

async function setup(
  t: Test,
  chat: (body: Record<string, unknown>) => Act,
  models: FakeOllamaModel[] = [MODEL],
  values: Record<string, unknown> = {},
) {
  const engine = await startOllama(models, chat)
  const relay = await startRelay({ engineUrl: engine.origin, ...values })
  t.teardown(async () => {
    await relay.stop()
    await engine.close()
  })
  return {
    engine,
    relay,
    sdk: new OpenAI({ baseURL: `${relay.url}/v1`, apiKey: 'x', maxRetries: 0 }),
  }
}

function roomOf(native: Record<string, unknown> | undefined): number {
  return (native?.options as { num_predict: number } | undefined)?.num_predict ?? Number.NaN
}

const hello = () => lines(says('Hel'), says('lo'), doneLine())

t.test(
  'every request refuses truncation and shift, and lets the baked sampling hold',
  async (t) => {
    const { engine, relay } = await setup(t, hello)
    t.equal((await relay.post(chatOf('m'))).status, 200)
    const [native] = engine.chats
    t.match(native, {
      model: 'm:latest',
      stream: true,
      truncate: false,
      shift: false,
      keep_alive: '30m',
      messages: [{ role: 'user', content: 'hi' }],
    })
    t.same(Object.keys(native?.options ?? {}), ['num_predict'], 'nothing that was not asked for')
    const room = roomOf(native)
    t.ok(
      room > 1_900 && room < 2_048,
      `num_predict ${room} is what the prompt leaves of the window`,
    )
    const chat = engine.requests.find(({ path }) => path === '/api/chat')
    t.match(chat?.headers.host, /^127\.0\.0\.1:\d+$/)
    t.notOk(chat?.headers['accept-encoding'])
  },
)

t.test('sampling passes, runner options stay out and are named, stops are merged', async (t) => {
  const { engine, relay } = await setup(t, hello)
  const body = chatOf('m', {
    temperature: 0.3,
    top_k: 20,
    max_tokens: 100_000,
    stop: 'END',
    keep_alive: 0,
    n: 2,
    user: 'somebody',
    logit_bias: {},
    tool_choice: 'required',
    reasoning_effort: 'high',
    options: { num_ctx: 99, num_gpu: 1, min_p: 0.1 },
    'bad name\r\n': 1,
  })
  const answer = await relay.post(body)
  t.equal(answer.status, 200)
  t.same(answer.headers.get('x-aircoder-ignored')?.split(',').sort(), [
    'keep_alive',
    'logit_bias',
    'n',
    'options.num_ctx',
    'options.num_gpu',
    'reasoning_effort',
    'tool_choice',
    'user',
  ])
  const { options, ...native } = engine.chats[0] ?? {}
  const { num_predict: room, ...sampling } = options as Record<string, unknown>
  t.same(sampling, { temperature: 0.3, top_k: 20, min_p: 0.1, stop: ['<|im_end|>', 'END'] })
  t.ok(Number(room) < 2_048, 'max_tokens is cut to the window')
  t.notOk(native.think)
  await relay.post(chatOf('m', { max_completion_tokens: 0 }))
  t.equal(roomOf(engine.chats[1]), 1, 'never 0: that is unlimited')
})

t.test('a conversation with calls, results, images and reasoning is translated', async (t) => {
  const models = [{ ...MODEL, capabilities: ['completion', 'tools', 'vision', 'thinking'] }]
  const { engine, relay } = await setup(t, hello, models)
  const call = (id: string, name: string, args: string) => ({
    id,
    type: 'function',
    function: { name, arguments: args },
  })
  const schema = { type: 'object', properties: { a: { type: 'string' } } }
  const answer = await relay.post({
    model: 'm',
    reasoning_effort: 'low',
    response_format: { type: 'json_schema', json_schema: { name: 'x', schema } },
    logprobs: true,
    top_logprobs: 2,
    tools: [{ type: 'function', function: { name: 'grep', parameters: {} } }],
    messages: [
      { role: 'developer', content: 'be brief' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'one' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,QUJD' } },
          { type: 'text', text: 'two' },
        ],
      },
      {
        role: 'assistant',
        content: null,
        reasoning_content: 'hm',
        tool_calls: [call('a', 'grep', '{"z":1,"b":{"y":1,"x":2}}'), call('b', 'glob', 'broken {')],
      },
      { role: 'tool', tool_call_id: 'b', content: 'second' },
      { role: 'tool', tool_call_id: 'a', content: [{ type: 'text', text: 'first' }] },
    ],
  })
  t.equal(answer.status, 200)
  const native = engine.chats[0] ?? {}
  t.match(native, { think: 'low', format: schema, logprobs: true, top_logprobs: 2 })
  t.same(native.messages, [
    { role: 'system', content: 'be brief' },
    { role: 'user', content: 'one\ntwo', images: ['QUJD'] },
    {
      role: 'assistant',
      content: '',
      thinking: 'hm',
      tool_calls: [
        { id: 'a', function: { index: 0, name: 'grep', arguments: { b: { x: 2, y: 1 }, z: 1 } } },
        { id: 'b', function: { index: 1, name: 'glob', arguments: { arguments: 'broken {' } } },
      ],
    },
    { role: 'tool', content: 'first', tool_call_id: 'a', tool_name: 'grep' },
    { role: 'tool', content: 'second', tool_call_id: 'b', tool_name: 'glob' },
  ])
  t.match(JSON.stringify(native.messages), '{"b":{"x":2,"y":1},"z":1}', 'keys are sorted')
})

t.test('a stock client gets parallel calls, reasoning, logprobs and usage', async (t) => {
  const logprobs = [{ token: 'Hi', logprob: -0.5 }]
  const { sdk } = await setup(t, () =>
    lines(
      says('', { message: { role: 'assistant', content: '', thinking: 'let me see' } }),
      says('Hi', { logprobs }),
      calls(['grep', { pattern: 'x' }]),
      calls(['glob', { pattern: '*' }]),
      doneLine('stop'),
    ),
  )
  const messages = [{ role: 'user' as const, content: 'hi' }]
  const whole = await sdk.chat.completions.create({ model: 'm', messages })
  t.match(whole, {
    object: 'chat.completion',
    model: 'm',
    choices: [
      {
        finish_reason: 'tool_calls',
        logprobs: { content: logprobs },
        message: {
          content: 'Hi',
          reasoning_content: 'let me see',
          tool_calls: [
            { type: 'function', function: { name: 'grep', arguments: '{"pattern":"x"}' } },
            { type: 'function', function: { name: 'glob', arguments: '{"pattern":"*"}' } },
          ],
        },
      },
    ],
    usage: { prompt_tokens: 11, completion_tokens: 5, total_tokens: 16 },
  })
  const ids = whole.choices[0]?.message.tool_calls?.map(({ id }) => id) ?? []
  t.equal(new Set(ids).size, 2)
  const events = await sdk.chat.completions.create({
    model: 'm',
    stream: true,
    stream_options: { include_usage: true },
    messages,
  })
  const indices: number[] = []
  let usage: unknown
  for await (const part of events) {
    for (const call of part.choices[0]?.delta.tool_calls ?? []) indices.push(call.index)
    usage = part.usage ?? usage
  }
  t.same(indices, [0, 1], 'a running index')
  t.match(usage, { total_tokens: 16 })
})

t.test('an answer counts only with its done line', async (t) => {
  const half = JSON.stringify(says('Hel')).slice(0, 20)
  const acts: Record<string, [act: Act, code: string]> = {
    'stops without a word': [lines(says('Hel')), 'engine_stopped'],
    'says nothing at all': [lines(), 'engine_stopped'],
    'ends in a line': [{ ...lines(), body: [half] }, 'engine_stopped'],
    dies: [{ ...lines(says('Hel')), end: 'die' }, 'engine_error'],
    'error line': [
      lines(says('Hel'), { error: 'llama runner process has terminated' }),
      'engine_error',
    ],
    nonsense: [{ ...lines(), body: ['nonsense\n'] }, 'engine_error'],
    'web page': [webPage(), 'engine_error'],
    hangs: [{ ...lines(says('Hel')), end: 'hang' }, 'engine_timeout'],
    'only loaded': [lines(doneLine('load')), 'engine_stopped'],
    'runner gone': [jsonAct(500, { error: 'runner died' }), 'engine_error'],
    busy: [jsonAct(503, { error: 'server busy, please try again' }), 'engine_unavailable'],
  }
  const models = Object.keys(acts).map((name) => ({ ...MODEL, name: `${name}:latest` }))
  const chat = ({ model }: Record<string, unknown>) =>
    acts[String(model).replace(':latest', '')]?.[0] ?? webPage()
  const { relay } = await setup(t, chat, models, { idleMs: 60 })
  for (const [model, [, code]] of Object.entries(acts))
    for (const stream of [true, false]) {
      const answer = await relay.post(chatOf(model, { stream }))
      const text = await answer.text()
      t.notMatch(text, 'data: [DONE]')
      t.match(
        answer.status === 200 ? lastEvent(text) : JSON.parse(text),
        { error: { code } },
        `${model} stream=${stream}`,
      )
      if (code === 'engine_unavailable') t.ok(answer.headers.get('retry-after'))
    }
})

t.test(
  'row 257: a prompt beyond the window is refused with both numbers, ours first',
  async (t) => {
    const { relay, engine } = await setup(t, () => overflow(2_100, 2_048))
    for (const stream of [true, false]) {
      const answer = await relay.post(chatOf('m', { stream }))
      t.equal(answer.status, 400)
      t.match(await answer.json(), {
        error: {
          type: 'invalid_request_error',
          code: 'context_length_exceeded',
          message: /2100.*2048/,
          prompt_tokens: 2_100,
          context_window: 2_048,
        },
      })
    }
    const asked = engine.chats.length
    const long = await relay.post({
      model: 'm',
      messages: [{ role: 'user', content: 'many words '.repeat(4_000) }],
    })
    t.equal(long.status, 400)
    t.match(await long.json(), {
      error: { code: 'context_length_exceeded', context_window: 2_048 },
    })
    t.equal(engine.chats.length, asked, 'the engine was not bothered')
  },
)

t.test(
  'a call that the token limit cut is a length with a warning, on both template paths',
  async (t) => {
    const error = 'invalid tool call arguments for grep: unexpected end of JSON input'
    const acts = [jsonAct(500, { error }), lines(doneLine('length'))]
    const { relay } = await setup(t, () => acts.shift() ?? webPage())
    const jinja = await relay.post(chatOf('m', { stream: true }))
    t.equal(jinja.headers.get('x-aircoder-warnings'), 'tool-call-cut')
    t.match(await jinja.text(), /"finish_reason":"length"[\s\S]*\[DONE\]/)
    const go = await relay.post(chatOf('m'))
    t.match(await go.json(), { choices: [{ finish_reason: 'length', message: { content: '' } }] })
  },
)

t.test('row 260: the list tells the window per slot and what the model can do', async (t) => {
  const models = [
    { ...MODEL, loadedWindow: 1_024 },
    { name: 'baked:7b', parameters: 'num_ctx 8192', capabilities: ['completion', 'vision'] },
    { name: 'plain:latest' },
  ]
  const { relay } = await setup(t, hello, models, { slots: 2 })
  const { data } = (await (await fetch(`${relay.url}/v1/models`)).json()) as { data: object[] }
  t.match(data, [
    {
      id: 'm:latest',
      object: 'model',
      context_window: 1_024,
      max_model_len: 1_024,
      loaded: true,
      tools: true,
      vision: false,
      slots: 2,
    },
    { id: 'baked:7b', context_window: 8_192, loaded: false, vision: true },
    { id: 'plain:latest', loaded: false },
  ])
  t.notOk(
    'context_window' in (data[2] ?? {}),
    'a window that nobody told is left out, not the trained one',
  )
  const empty = await setup(t, hello, [])
  t.same(await (await fetch(`${empty.relay.url}/v1/models`)).json(), { object: 'list', data: [] })
  t.equal((await fetch(`${empty.relay.url}/readyz`)).status, 503)
})

t.test('what the model cannot take is refused before it waits', async (t) => {
  const { relay, engine } = await setup(t, hello)
  const image = (url: string) => ({
    model: 'm',
    messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }],
  })
  const cases: [object, number, string][] = [
    [image('data:image/png;base64,QUJD'), 400, 'invalid_image'],
    [chatOf('unknown'), 404, 'model_not_found'],
    [
      chatOf('m', { response_format: { type: 'json_schema', json_schema: 'x' } }),
      400,
      'invalid_request',
    ],
    [
      chatOf('m', { messages: [{ role: 'user', content: [{ type: 'input_audio' }] }] }),
      400,
      'invalid_request',
    ],
  ]
  for (const [body, status, code] of cases) {
    const answer = await relay.post(body)
    t.equal(answer.status, status)
    t.match(await answer.json(), { error: { code } })
  }
  const seeing = await setup(t, hello, [{ ...MODEL, capabilities: ['completion', 'vision'] }])
  const fetched = await seeing.relay.post(image('http://127.0.0.1:1/secret.png'))
  t.equal(fetched.status, 400)
  t.match(await fetched.json(), { error: { code: 'invalid_image', message: /fetches nothing/ } })
  t.equal(engine.chats.length + seeing.engine.chats.length, 0)
})

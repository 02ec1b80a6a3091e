import t from 'tap'
import { imagePart, plainPng } from '../kit/images.js'
import { startProgram } from '../kit/ollama_program/program.js'
import { chatOf, startRelay } from '../kit/relay.js'
import { hello, MODEL, setup } from '../kit/relayed_ollama.js'

function roomOf(native: Record<string, unknown> | undefined): number {
  return (native?.options as { num_predict: number } | undefined)?.num_predict ?? Number.NaN
}

t.test(
  'every request turns off truncation and shift, and keeps the sampling of the model file',
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

t.test('sampling is relayed, runner options are omitted and named, stops are merged', async (t) => {
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
          imagePart(await plainPng(28, 28, 'red')),
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
  const [, { images }] = native.messages as [object, { images: string[] }]
  t.match(images, [/^iVBOR/], 'bare base64')
  t.same(native.messages, [
    { role: 'system', content: 'be brief' },
    { role: 'user', content: 'one\ntwo', images },
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

t.test('an unsupported request is refused before it waits', async (t) => {
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

t.test('a schema that Ollama would silently ignore is refused', async (t) => {
  const { relay, engine } = await setup(t, hello)
  const cases: [schema: unknown, place: string][] = [
    ['a text', ''],
    [{ type: 'strange' }, '.type'],
    [{ name: 'x', strict: true }, ''],
    [{ type: 'object', properties: { a: { type: ['string', 'text'] } } }, '.properties.a.type'],
    [{ type: 'object', properties: [] }, '.properties'],
    [{ type: 'array', items: { enum: [] } }, '.items.enum'],
    [{ anyOf: [] }, '.anyOf'],
    [{ type: 'object', required: 'a' }, '.required'],
    [{ $ref: 'http://127.0.0.1:1/x.json' }, '.$ref'],
  ]
  for (const [schema, place] of cases) {
    const format = { type: 'json_schema', json_schema: { name: 'x', schema } }
    const answer = await relay.post(chatOf('m', { response_format: format }))
    t.equal(answer.status, 400, JSON.stringify(schema))
    const param = `response_format.json_schema.schema${place}`
    t.match(await answer.json(), { error: { code: 'invalid_request', param } })
  }
  t.equal(engine.chats.length, 0)
  const deep = { type: 'object', properties: { a: { anyOf: [{ type: 'null' }, true] } } }
  const format = { type: 'json_schema', json_schema: { name: 'x', schema: deep } }
  t.equal((await relay.post(chatOf('m', { response_format: format }))).status, 200)
  t.same(engine.chats[0]?.format, deep)
})

t.test(
  'a missing capability is refused before the request waits, or omitted and named',
  async (t) => {
    const models = [
      { ...MODEL, capabilities: ['completion'] },
      { ...MODEL, name: 'vectors:latest', capabilities: ['embedding'] },
      { ...MODEL, name: 'old:latest', capabilities: [] },
    ]
    const { relay, engine } = await setup(t, hello, models)
    const tools = [{ type: 'function', function: { name: 'grep', parameters: {} } }]
    const refused = await relay.post(chatOf('m', { tools }))
    t.equal(refused.status, 400)
    t.match(await refused.json(), { error: { param: 'tools', message: /no tools/ } })
    const mute = await relay.post(chatOf('vectors'))
    t.match(await mute.json(), {
      error: { param: 'model', message: /does not support chat.*embedding/ },
    })
    t.equal(engine.chats.length, 0)
    t.equal((await relay.post(chatOf('m', { tools, tool_choice: 'none' }))).status, 200)
    t.equal(
      (await relay.post(chatOf('old', { tools }))).status,
      200,
      'one that does not tell is asked',
    )
  },
)

t.test('a conversation that grows keeps its early bytes', async (t) => {
  const { relay, engine } = await setup(t, hello)
  const messages: object[] = [{ role: 'system', content: 'be brief' }]
  for (const step of [1, 2, 3]) {
    const call = { name: 'grep', arguments: `{"z":${step},"a":1}` }
    messages.push(
      { role: 'user', content: [{ type: 'text', text: `step ${step}` }] },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: `c${step}`, type: 'function', function: call }],
      },
      { role: 'tool', tool_call_id: `c${step}`, content: 'found' },
    )
    await relay.post({ model: 'm', messages })
  }
  const sent = engine.chats.map((chat) => JSON.stringify(chat.messages).slice(0, -1))
  t.ok(sent[1]?.startsWith(sent[0] ?? 'x'))
  t.ok(sent[2]?.startsWith(sent[1] ?? 'x'))
})

t.test('template tokens in an untrusted text are named, and no byte is changed', async (t) => {
  const { relay, engine } = await setup(t, hello)
  const marks = [
    '<|im_start|>system',
    '<|eot_id|>',
    '<start_of_turn>',
    '[/INST]',
    '<｜User｜>',
    '<</SYS>>',
  ]
  for (const mark of marks) {
    const answer = await relay.post(chatOf('m', { messages: [{ role: 'user', content: mark }] }))
    t.equal(answer.headers.get('x-aircoder-warnings'), 'template-tokens', mark)
    t.match(engine.chats.at(-1), { messages: [{ content: mark }] })
  }
  const quiet = [
    { role: 'user', content: 'a <b> | c, <s>strike</s>, f(<|x|>) and a[INSTANCE]' },
    { role: 'assistant', content: '<|im_end|>' },
    { role: 'user', content: 'on' },
  ]
  const answer = await relay.post(chatOf('m', { messages: quiet }))
  t.equal(answer.headers.get('x-aircoder-warnings'), null, 'its own words are the model’s')
})

t.test('only the checked fields are sent', async (t) => {
  const { relay, engine } = await setup(t, hello)
  const send = (body: string | Buffer) =>
    fetch(`${relay.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    })
  const hi = '[{"role":"user","content":"hi"}]'
  const twice = `{"model":"m","messages":[{"role":"user","content":"first"}],"messages":${hi},"Messages":[{"role":"user","content":"third"}],"truncate":true,"shift":true,"TRUNCATE":true,"raw":true,"stream":false}`
  const answer = await send(twice)
  t.equal(answer.status, 200)
  t.equal(answer.headers.get('x-aircoder-ignored'), 'Messages,truncate,shift,TRUNCATE,raw')
  const [native = {}] = engine.chats
  t.same(Object.keys(native).sort(), [
    ...['keep_alive', 'messages', 'model', 'options', 'shift', 'stream', 'truncate'],
  ])
  t.match(native, { truncate: false, shift: false, messages: [{ content: 'hi' }] })
  t.equal((await send(`{"model":"m","messages":${hi}} {}`)).status, 400, 'garbage behind it')
  const broken = Buffer.from(
    `{"model":"m","messages":[{"role":"user","content":"a\xffb"}]}`,
    'latin1',
  )
  await send(broken)
  const sent = engine.requests.at(-1)?.body ?? ''
  t.notMatch(sent, '\xff', 'no byte that is no UTF-8 goes on')
})

t.test(
  'calls beside text are written into the text where the template would drop them',
  async (t) => {
    for (const path of ['go', 'jinja'] as const) {
      const program = await startProgram({ 'm:latest': { path, window: 2_048 } })
      const relay = await startRelay({ engineUrl: program.url })
      t.teardown(async () => {
        await relay.stop()
        await program.close()
      })
      const made = { name: 'grep', arguments: '{"z":1,"a":"<|x|>"}' }
      const messages: object[] = [
        { role: 'user', content: 'go' },
        {
          role: 'assistant',
          content: 'I look.',
          tool_calls: [{ id: 'c', type: 'function', function: made }],
        },
        { role: 'tool', tool_call_id: 'c', content: 'found' },
      ]
      await relay.post({ model: 'm', messages })
      await relay.post({ model: 'm', messages: [...messages, { role: 'user', content: 'on' }] })
      const said = program.chats.filter(({ _debug_render_only: shown }) => !shown).at(-1)?.messages
      const written =
        'I look.\n<tool_call>\n{"name":"grep","arguments":{"a":"<|x|>","z":1}}\n</tool_call>'
      if (path === 'go') t.same(said?.[1], { role: 'assistant', content: written })
      else t.match(said?.[1], { content: 'I look.', tool_calls: [{ function: { name: 'grep' } }] })
      const asked = program.chats.filter(({ _debug_render_only: shown }) => shown).length
      t.equal(asked, path === 'go' ? 3 : 1, 'asked once, not with each request')
    }
  },
)

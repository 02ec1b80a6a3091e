import t from 'tap'
import { type ChatRequest, LIMITS, type Message, systemClock } from '#core'
import { type Cloud, chooseCloud, loadProviders } from '#model'
import { CLOUDS, cloudAct } from '../kit/clouds.js'
import { type Act, type Ask, jsonAct, startEndpoint, webPage } from '../kit/fake_endpoint.js'
import { TOOLS } from '../kit/replies.js'

const KEY = 'KEY-OF-MINE'
const names = Object.keys(CLOUDS)
const keyed =
  (...given: string[]) =>
  (keyName: string) =>
    given.some((name) => CLOUDS[name]?.key === keyName) ? KEY : undefined

const call = (id: string, name: string, args: string) => ({
  id,
  type: 'function' as const,
  function: { name, arguments: args },
})
const CALLED: Message[] = [
  {
    role: 'assistant',
    content: '',
    tool_calls: [call('a:1', 'read_file', '{"path":"x"}'), call('b', 'grep', '{broken')],
  },
  { role: 'tool', content: '[e1] text of x', tool_call_id: 'a:1' },
  { role: 'tool', content: '[e2] nothing', tool_call_id: 'b' },
]
const REQUEST: ChatRequest = {
  model: '',
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Task: fix x' },
    ...CALLED,
    { role: 'user', content: 'Go on from here.' },
  ],
  tools: TOOLS.map(({ name, parameters }) => ({
    type: 'function' as const,
    function: { name, description: `does ${name}`, parameters },
  })),
}

async function cloudFor(name: string, baseUrl: string, model?: string): Promise<Cloud> {
  const wanted = { provider: name, baseUrl, model }
  const choice = { escalate: true, wanted, keyOf: keyed(name) }
  const cloud = chooseCloud(choice, await loadProviders(), systemClock)
  if (cloud === null) throw new Error(`no ${name}`)
  return cloud
}

/** One exchange with a server that imitates this provider. */
async function exchange(name: string, act: (ask: Ask) => Act, request = REQUEST) {
  const server = await startEndpoint(act)
  const cloud = await cloudFor(name, server.origin)
  const reply = await cloud.send(request, 7, new AbortController().signal)
  const [ask] = server.asks
  await server.idle()
  await server.close()
  const body = JSON.parse(ask?.body ?? '{}')
  return { reply, ask, body, said: cloud.bodyOf(request), count: server.asks.length }
}

t.test('row 265: no provider without the setting or without a key', async (t) => {
  const providers = await loadProviders()
  const keyOf = keyed(...names)
  let looked = 0
  const off = { escalate: false, keyOf: () => String(++looked) }
  t.equal(chooseCloud(off, providers, systemClock), null)
  t.equal(looked, 0, 'not even a key is looked for')
  t.equal(chooseCloud({ escalate: true, keyOf: () => undefined }, providers, systemClock), null)
  t.equal(chooseCloud({ escalate: true, keyOf: () => '' }, providers, systemClock), null)
  const wanted = { provider: 'openai' }
  const others = { escalate: true, wanted, keyOf: keyed('anthropic', 'deepseek') }
  t.equal(chooseCloud(others, providers, systemClock), null, 'no other than the one that was named')
  t.match(chooseCloud({ escalate: true, keyOf }, providers, systemClock), { name: 'anthropic' })
})

t.test("row 267: Anthropic, OpenAI, DeepSeek; the user's choice comes first", async (t) => {
  const providers = await loadProviders()
  t.same(
    providers.map(({ name }) => name),
    names,
  )
  const chosen = (
    keys: string[],
    wanted?: { provider: string; model?: string; baseUrl?: string },
  ) => chooseCloud({ escalate: true, wanted, keyOf: keyed(...keys) }, providers, systemClock)
  t.match(chosen(['deepseek', 'openai']), { name: 'openai', host: 'api.openai.com' })
  t.match(chosen(['deepseek']), { name: 'deepseek', host: 'api.deepseek.com' })
  t.match(chosen(names, { provider: 'deepseek', model: 'x' }), { name: 'deepseek', model: 'x' })
  const gateway = chosen(names, { provider: 'anthropic', baseUrl: 'http://gateway:9000/a/' })
  t.match(gateway, { name: 'anthropic', host: 'gateway:9000', model: 'claude-sonnet-4-6' })
})

t.test('row 268: 4,096 tokens at 0.1, one request; the key only in its own header', async (t) => {
  for (const name of names) {
    const { reply, ask, body, said, count } = await exchange(
      name,
      cloudAct(name, { text: 'Done.' }),
    )
    t.match(
      reply,
      { text: 'Done.', calls: [], problem: null, by: name, finishReason: 'stop' },
      name,
    )
    t.same(reply.usage, { promptTokens: 500, completionTokens: 89, reusedPrefixTokens: 20 })
    t.equal(body.max_tokens ?? body.max_completion_tokens, LIMITS.escalationTokens)
    t.equal(LIMITS.escalationTokens, 4_096)
    t.equal(body.temperature, name === 'openai' ? undefined : 0.1)
    t.equal(body.stream, undefined)
    t.equal(said, ask?.body, 'what is shown before is what is sent')
    t.notMatch(said, KEY)
    t.equal(count, 1)
    const auth = [ask?.headers.authorization, ask?.headers['x-api-key']]
    t.same(auth, name === 'anthropic' ? [undefined, KEY] : [`Bearer ${KEY}`, undefined])
  }
  const server = await startEndpoint(cloudAct('openai', { text: 'x' }))
  t.teardown(() => server.close())
  const cloud = await cloudFor('openai', server.origin, 'gpt-4.1')
  t.match(JSON.parse(cloud.bodyOf(REQUEST)), { model: 'gpt-4.1', temperature: 0.1 })
})

t.test('row 269: a conversation in the shape of each provider', async (t) => {
  const { body } = await exchange('anthropic', cloudAct('anthropic', { text: 'x' }))
  t.equal(body.system, 'Be brief.')
  t.same(body.messages, [
    { role: 'user', content: [{ type: 'text', text: 'Task: fix x' }] },
    {
      role: 'assistant',
      content: [
        { type: 'tool_use', id: 'a_1', name: 'read_file', input: { path: 'x' } },
        { type: 'tool_use', id: 'b', name: 'grep', input: { text: '{broken' } },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'a_1', content: '[e1] text of x' },
        { type: 'tool_result', tool_use_id: 'b', content: '[e2] nothing' },
        { type: 'text', text: 'Go on from here.' },
      ],
    },
  ])
  t.match(body.tools[0], { name: 'read_file', input_schema: { type: 'object' } })
  for (const name of ['openai', 'deepseek']) {
    const chat = await exchange(name, cloudAct(name, { text: 'x' }))
    t.same(
      chat.body.messages.map(({ role }: Message) => role),
      ['system', 'user', 'assistant', 'tool', 'tool', 'user'],
    )
    t.equal(chat.body.messages[2].content, null)
    t.equal(chat.body.messages[2].tool_calls[1].function.arguments, '{broken', 'as it was written')
    t.equal(chat.body.tools[0].function.name, 'read_file')
  }
  const bare = await exchange('deepseek', cloudAct('deepseek', { text: 'x' }), {
    ...REQUEST,
    tools: [],
  })
  t.equal(bare.body.tools, undefined, 'an empty list is left out')
  t.same(bare.body.thinking, { type: 'disabled' })
})

t.test('row 269: for any conversation turns alternate and every call has a result', async (t) => {
  const cloud = await cloudFor('anthropic', 'http://127.0.0.1:1')
  const words = (text: string): Message => ({ role: 'assistant', content: text })
  const odd: Message[][] = [
    [words('I begin.')],
    [...CALLED.slice(0, 1)],
    [...CALLED.slice(0, 2), { role: 'user', content: 'And?' }],
    [...CALLED.slice(1)],
    [{ role: 'user', content: 'a' }, { role: 'user', content: 'b' }, words('c'), words('d')],
    [{ role: 'user', content: 'a' }, words('  '), { role: 'user', content: '' }],
    [...CALLED, ...CALLED],
  ]
  for (const messages of odd) {
    const { messages: turns } = JSON.parse(cloud.bodyOf({ ...REQUEST, messages }))
    const roles: string[] = turns.map(({ role }: { role: string }) => role)
    t.equal(roles[0], 'user', 'the first is the user')
    t.ok(
      roles.every((role, at) => role !== roles[at - 1]),
      'they alternate',
    )
    for (const [at, turn] of turns.entries()) {
      const of = (blocks: { type: string }[] | undefined, type: string) =>
        (blocks ?? []).filter((block) => block.type === type)
      t.ok(turn.content.length > 0)
      const results = of(turns[at + 1]?.content, 'tool_result')
      t.same(
        results.map((block) => (block as unknown as { tool_use_id: string }).tool_use_id).sort(),
        of(turn.role === 'assistant' ? turn.content : [], 'tool_use')
          .map((block) => (block as unknown as { id: string }).id)
          .sort(),
      )
    }
  }
})

t.test('row 269: calls are read by the same parser; invalid arguments are a problem', async (t) => {
  const made = { name: 'read_file', arguments: { path: 'x', start_line: '3' } }
  for (const name of names) {
    const { reply } = await exchange(name, cloudAct(name, { call: made, thinking: 'hm' }))
    t.match(reply.calls, [{ name: 'read_file', arguments: { path: 'x', start_line: 3 } }], name)
    t.equal(reply.reasoning, name === 'openai' ? '' : 'hm')
  }
  const broken = (args: string) => () => {
    const answer = CLOUDS.openai?.answer({ call: made })
    return jsonAct(
      200,
      JSON.parse(
        JSON.stringify(answer).replace(
          JSON.stringify(JSON.stringify(made.arguments)),
          JSON.stringify(args),
        ),
      ),
    )
  }
  const repaired = await exchange('openai', broken("{'path': 'x',}"))
  t.match(repaired.reply.calls, [{ arguments: { path: 'x' } }], 'repaired where nothing is lost')
  const lost = await exchange('openai', broken('{"path": "x'))
  t.match(lost.reply, { calls: [], problem: { code: 'parser_error' } })
})

t.test('an error of the provider is a problem that does not contain the key', async (t) => {
  for (const name of names) {
    const { reply, count } = await exchange(name, () => CLOUDS[name]?.refuse ?? webPage())
    t.equal(reply.problem?.code, 'auth_error', name)
    t.notMatch(JSON.stringify(reply), KEY)
    const repeats = await exchange(name, () => jsonAct(400, { error: { message: `bad ${KEY}` } }))
    t.match(repeats.reply.problem?.message, /bad \[key\]/)
    t.equal(count, 1, 'one call, no second try')
    for (const act of [
      webPage(),
      jsonAct(529, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
      jsonAct(200, { strange: true }),
      { end: 'die' as const },
      { status: 200, headers: { 'content-type': 'application/json' }, body: ['{"content": ['] },
    ]) {
      const { reply } = await exchange(name, () => act)
      t.equal(reply.problem?.code, 'inference_error', `${name}: ${reply.problem?.message}`)
      t.same(reply.calls, [])
    }
  }
  const gone = await cloudFor('anthropic', 'http://127.0.0.1:1')
  t.match(await gone.send(REQUEST, 1, new AbortController().signal), {
    problem: { code: 'unreachable' },
  })
  const stop = new AbortController()
  const server = await startEndpoint(() => {
    setTimeout(() => stop.abort(), 20)
    return { end: 'silent' }
  })
  t.teardown(() => server.close())
  const silent = await cloudFor('openai', server.origin)
  t.match(await silent.send(REQUEST, 1, stop.signal), { calls: [], problem: {} })
  await server.idle()
})

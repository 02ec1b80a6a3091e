import t from 'tap'
import { type Act, jsonAct, webPage } from '../kit/fake_endpoint.js'
import { calls, doneLine, lines, overflow, says } from '../kit/fake_ollama.js'
import { startProgram } from '../kit/ollama_program/program.js'
import { chatOf, lastEvent, startRelay } from '../kit/relay.js'
import { MODEL, setup } from '../kit/relayed_ollama.js'

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

t.test('an answer is complete only with its done line', async (t) => {
  const half = JSON.stringify(says('Hel')).slice(0, 20)
  const acts: Record<string, [act: Act, code: string]> = {
    'stops silently': [lines(says('Hel')), 'engine_stopped'],
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
  const { relay: patient } = await setup(t, chat, models)
  const { relay: hasty } = await setup(t, chat, models, { idleMs: 60 })
  for (const [model, [, code]] of Object.entries(acts))
    for (const stream of [true, false]) {
      // Only what hangs is given up: on a busy machine the others would be, too.
      const relay = model === 'hangs' ? hasty : patient
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
  'row 257: a prompt beyond the window is refused with both numbers, the one of the relay first',
  async (t) => {
    const { relay, engine } = await setup(t, () => overflow(2_100, 2_048))
    // The estimate fits the window; the engine counts more, so its refusal is of this request.
    const messages = [{ role: 'user', content: 'some words of it '.repeat(450) }]
    for (const stream of [true, false]) {
      const answer = await relay.post(chatOf('m', { stream, messages }))
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
  'a call that the token limit cut ends as length with a warning, on both template paths',
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

t.test('the guards against repetition and a lost call, on both template paths', async (t) => {
  for (const path of ['go', 'jinja'] as const) {
    const program = await startProgram({ 'm:latest': { path, window: 512 } })
    const relay = await startRelay({ engineUrl: program.url })
    t.teardown(async () => {
      await relay.stop()
      await program.close()
    })
    const again = chatOf('m', { messages: [{ role: 'user', content: 'repeat yourself' }] })
    const text = await (await relay.post({ ...again, stream: true })).text()
    t.match(lastEvent(text), { error: { code: 'engine_stopped', retryable: false } }, path)
    t.notMatch(text, /finish_reason":"|DONE/)
    const whole = await relay.post(again)
    t.equal(whole.status, 502)

    const tools = [{ type: 'function', function: { name: 'weather', parameters: {} } }]
    const messages = [{ role: 'user', content: 'the weather in Rome' }]
    const cut = await relay.post({ model: 'm', messages, tools, max_tokens: 5 })
    t.equal(cut.headers.get('x-aircoder-warnings'), 'tool-call-cut')
    t.match(await cut.json(), { choices: [{ finish_reason: 'length' }] })
  }
})

t.test('a long answer ends as length, with tools or without', async (t) => {
  const words = Array.from({ length: 40 }, (_, at) => says(`w${at} `))
  const { relay } = await setup(t, () => lines(...words, doneLine('length', { eval_count: 42 })))
  const tools = [{ type: 'function', function: { name: 'grep', parameters: {} } }]
  const answer = await relay.post(chatOf('m', { tools }))
  t.equal(answer.headers.get('x-aircoder-warnings'), null)
  t.match(await answer.json(), { choices: [{ finish_reason: 'length' }] })
})

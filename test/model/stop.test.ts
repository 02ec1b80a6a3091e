import t, { type Test } from 'tap'
import { type ChatRequest, type RecordedReply, type Reply, systemClock } from '#core'
import { createClient, createScriptModel, type ModelEvent } from '#model'
import {
  type Act,
  chunk,
  DONE,
  errorAct,
  event,
  type FakeEndpoint,
  startEndpoint,
} from '../kit/fake_endpoint.js'
import { cutText, makeWords, seededRandom } from '../kit/words.js'

const TOOL = {
  type: 'function',
  function: { name: 'write_file', description: 'Writes.', parameters: { type: 'object' } },
} as const
const REQUEST: ChatRequest = {
  model: 'fake',
  messages: [{ role: 'user', content: 'hi' }],
  tools: [TOOL],
  max_tokens: 8_192,
}
const OFF: ChatRequest = { ...REQUEST, thinking: 'off' }
const SENTENCE = 'I will now read the file and see what it holds. '
const CIRCLES = SENTENCE.repeat(600)

interface Heard {
  reply: Reply
  events: ModelEvent[]
}

async function hear(run: AsyncGenerator<ModelEvent, Reply>): Promise<Heard> {
  const events: ModelEvent[] = []
  for (;;) {
    const next = await run.next()
    if (next.done) return { reply: next.value, events }
    events.push(next.value)
  }
}

async function endpoint(t: Test, script: (body: Record<string, unknown>) => Act) {
  const fake = await startEndpoint((ask) => script(JSON.parse(ask.body)))
  t.teardown(() => fake.close())
  return fake
}

function openClient(fake: FakeEndpoint, kept: RecordedReply[] = []) {
  const client = createClient({
    baseUrl: fake.baseUrl,
    clock: systemClock,
    record: (reply) => kept.push(reply),
  })
  const signal = new AbortController().signal
  return (request = REQUEST, thinkingTokens?: number) =>
    hear(client.ask(request, { step: 1, sessionId: 's', signal, thinkingTokens }))
}

function joined(events: ModelEvent[], type: ModelEvent['type']): string {
  return events.flatMap((each) => (each.type === type ? [each.text] : [])).join('')
}

function pieces(text: string, delta: (text: string) => unknown, seed = 5): string[] {
  return cutText(text, seededRandom(seed), 40).map((piece) => chunk(delta(piece)))
}

const inContent = (content: string) => ({ content })
const inField = (reasoning_content: string) => ({ reasoning_content })
const inCall = (text: string) => ({
  tool_calls: [{ index: 0, function: { arguments: text } }],
})
const named = chunk({
  tool_calls: [{ index: 0, id: 'a', function: { name: 'write_file', arguments: '' } }],
})

t.test('row 53: a stream that repeats itself is stopped, in every part of the reply', async (t) => {
  const lead = 'The parser is wrong.\n'
  const inTags = `<think>${CIRCLES}`
  const cases: [part: RegExp, body: string[], text: string, reasoning: string][] = [
    [
      /its text had the same 48 characters at least \d+ times/,
      pieces(lead + CIRCLES, inContent),
      lead,
      '',
    ],
    [/its thinking had/, pieces(lead + CIRCLES, inField), '', lead],
    [/its thinking had/, pieces(inTags, inContent), '', SENTENCE],
    [
      /its arguments of a call had/,
      [chunk({ content: lead }), named, ...pieces(`{"path":"a","content":"${CIRCLES}`, inCall)],
      lead,
      '',
    ],
    [
      /its text of a call had/,
      pieces(
        `${lead}<tool_call>{"name":"write_file","arguments":{"content":"${CIRCLES}`,
        inContent,
      ),
      lead,
      '',
    ],
  ]
  for (const [part, body, text, reasoning] of cases) {
    const fake = await endpoint(t, () => ({ body, end: 'hang' }))
    const kept: RecordedReply[] = []
    const { reply } = await openClient(fake, kept)()
    t.match(reply.problem, { code: 'repetition', message: part }, String(part))
    t.match(reply.problem?.message, /stopped after \d+ characters\. No call was run/)
    t.match(reply.problem?.excerpt, /read the file|see what it holds/)
    t.same(reply.calls, [])
    t.equal(reply.finishReason, null)
    t.ok(reply.text.startsWith(text.trimEnd()), reply.text)
    t.ok(reply.text.length < text.length + 120, 'the loop itself is not kept')
    t.ok(reply.reasoning.startsWith(reasoning) && reply.reasoning.length < 200, reply.reasoning)
    await fake.idle()
    t.equal(fake.asks.length, 1, 'and not asked again')
    t.match(kept[0]?.note, /repeated itself/)
  }
})

t.test('a long reply with similar lines is not stopped', async (t) => {
  const log = Array.from({ length: 300 }, (_, n) => `ok ${n} - should be equal`).join('\n')
  const content = JSON.stringify({ path: 'log.txt', content: log })
  const fake = await endpoint(t, () => ({
    body: [named, ...pieces(content, inCall), chunk({}, 'tool_calls'), DONE],
  }))
  const { reply } = await openClient(fake)()
  t.equal(reply.problem, null)
  t.same(reply.calls[0]?.arguments, { path: 'log.txt', content: log })
})

t.test('row 58: thinking is stopped at its budget, and the thinking so far is kept', async (t) => {
  const thought = makeWords(35_000)
  const budget = Math.floor(2_048 * 3.5)
  const harmony = `<|channel|>analysis<|message|>${thought}`
  const forms: [form: string, body: string[]][] = [
    ['field', pieces(thought, inField)],
    ['tags', pieces(`<think>${thought}`, inContent)],
    ['channel', pieces(harmony, inContent)],
  ]
  for (const [form, body] of forms) {
    const fake = await endpoint(t, () => ({ body, end: 'hang' }))
    const { reply, events } = await openClient(fake)(REQUEST, 2_048)
    t.match(reply.problem, { code: 'thinking_budget', message: /its budget of 2,048 tokens/ }, form)
    t.equal(reply.reasoning, thought.slice(0, budget), 'the same wherever the chunks end')
    t.equal(joined(events, 'thinking'), reply.reasoning)
    t.same(reply.calls, [])
    await fake.idle()
    t.equal(fake.asks.length, 1)
  }
  const fake = await endpoint(t, () => ({
    body: [...pieces(thought, inField), chunk({ content: 'Done.' }), chunk({}, 'stop'), DONE],
  }))
  t.equal((await openClient(fake)(REQUEST)).reply.text, 'Done.', 'without a budget it may think')
  t.equal((await openClient(fake)(REQUEST, 10_001)).reply.text, 'Done.', 'and within a larger one')
})

t.test('row 58: a Korean or Chinese character counts as a token', async (t) => {
  const fake = await endpoint(t, () => ({
    body: [chunk({ reasoning: '생각'.repeat(60) })],
    end: 'hang',
  }))
  t.equal((await openClient(fake)(REQUEST, 100)).reply.reasoning, '생각'.repeat(50))
})

t.test('thinking that uses all tokens of a reply counts as a spent budget', async (t) => {
  const body = [chunk({ reasoning: 'hm, let me see' }), chunk({}, 'length'), DONE]
  const fake = await endpoint(t, () => ({ body }))
  const ask = openClient(fake)
  const { reply } = await ask(REQUEST, 2_048)
  t.match(reply, { reasoning: 'hm, let me see', problem: { code: 'thinking_budget' } })
  t.match((await ask(OFF)).reply.problem, {
    code: 'parser_error',
    message: /cut by the token limit/,
  })
})

t.test('row 62: the middle of very long thinking is omitted', async (t) => {
  const thought = makeWords(40_000)
  const body = [...pieces(thought, inField), chunk({ content: 'Done.' }), chunk({}, 'stop'), DONE]
  const fake = await endpoint(t, () => ({ body }))
  const { reply } = await openClient(fake)()
  t.equal(reply.reasoning.length, 32_000)
  t.match(reply.reasoning, /\n… 8000 characters of thinking omitted …\n/)
  t.ok(reply.reasoning.startsWith(thought.slice(0, 15_000)))
  t.ok(reply.reasoning.endsWith(thought.slice(-15_000)))
})

t.test('row 61: thinking is turned off with the fields of all servers', async (t) => {
  const fake = await endpoint(t, () => ({
    body: [chunk({ content: 'ok' }), chunk({}, 'stop'), DONE],
  }))
  const ask = openClient(fake)
  await ask(OFF)
  await ask(REQUEST)
  const bodies = fake.asks.map(({ body }) => JSON.parse(body))
  t.match(bodies[0], {
    think: false,
    reasoning_effort: 'none',
    chat_template_kwargs: { enable_thinking: false, thinking: false },
  })
  t.notOk('thinking' in bodies[0], 'our own word is not sent')
  for (const name of ['think', 'reasoning_effort', 'chat_template_kwargs'])
    t.notOk(name in bodies[1], `${name} only when asked for`)
})

t.test('row 61: a field that a server rejects is never sent again', async (t) => {
  const ok: Act = { body: [chunk({ content: 'ok' }), chunk({}, 'stop'), DONE] }
  const picky = await endpoint(t, (body) =>
    'think' in body ? errorAct(400, { message: 'Unrecognized request argument: think' }) : ok,
  )
  const ask = openClient(picky)
  t.equal((await ask(OFF)).reply.text, 'ok')
  t.equal((await ask(OFF)).reply.text, 'ok')
  const sent = picky.asks.map(({ body }) => Object.keys(JSON.parse(body)))
  t.equal(picky.asks.length, 3, 'asked again once, and remembered')
  t.same(
    sent.map((names) => names.filter((name) => /think|effort|kwargs/.test(name)).length),
    [3, 2, 2],
  )

  const strict = await endpoint(t, (body) =>
    'chat_template_kwargs' in body || 'reasoning_effort' in body
      ? errorAct(422, { message: 'extra inputs are not permitted' })
      : ok,
  )
  const askStrict = openClient(strict)
  t.equal((await askStrict(OFF)).reply.text, 'ok')
  t.equal((await askStrict(OFF)).reply.text, 'ok')
  t.equal(strict.asks.length, 3)
  t.notMatch(strict.asks.at(-1)?.body, /think|effort|kwargs/)
})

t.test('row 61: a rejection as an event of the stream counts as well', async (t) => {
  const error = { message: 'unknown field think', type: 'invalid_request_error', code: null }
  const fake = await endpoint(t, (body) =>
    'think' in body
      ? { body: [': aircoder queue position=1 of=1\n', event({ error })] }
      : { body: [chunk({ content: 'ok' }), chunk({}, 'stop'), DONE] },
  )
  const ask = openClient(fake)
  t.equal((await ask(OFF)).reply.text, 'ok')
  t.equal((await ask(OFF)).reply.text, 'ok')
  t.equal(fake.asks.length, 3)
  t.match(fake.asks[2]?.body, /reasoning_effort/, 'the others are still sent')
})

t.test('a request that is rejected with and without the fields keeps them', async (t) => {
  let isBroken = true
  const fake = await endpoint(t, () =>
    isBroken
      ? errorAct(400, { message: 'no such model' })
      : { body: [chunk({ content: 'ok' }), chunk({}, 'stop'), DONE] },
  )
  const ask = openClient(fake)
  t.match((await ask(OFF)).reply.problem?.message, /no such model/)
  t.equal(fake.asks.length, 2)
  t.notMatch(fake.asks[1]?.body, /reasoning_effort/)
  isBroken = false
  await ask(OFF)
  t.match(fake.asks.at(-1)?.body, /reasoning_effort/, 'they are sent again')
  const overflow = await endpoint(t, () => errorAct(400, { message: 'prompt is too long' }))
  t.equal((await openClient(overflow)(OFF)).reply.problem?.code, 'context_overflow')
  t.equal(overflow.asks.length, 1, 'an overflow is no refused field')
})

t.test('text that looked like a call is shown when the reply is complete', async (t) => {
  const answer = 'See:\n```json\n{"a": 1}\n```\nThat is the shape.'
  const fake = await endpoint(t, () => ({
    body: [...pieces(answer, inContent), chunk({}, 'stop'), DONE],
  }))
  const { reply, events } = await openClient(fake)()
  t.equal(reply.text, answer)
  t.equal(joined(events, 'delta'), answer)
  t.equal(events.at(-1)?.text, answer.slice(5), 'late, and in one piece')
  const calling = 'I write.\n<tool_call>{"name":"write_file","arguments":{"path":"a"}}</tool_call>'
  const second = await endpoint(t, () => ({
    body: [...pieces(calling, inContent), chunk({}, 'stop'), DONE],
  }))
  const called = await openClient(second)()
  t.equal(called.reply.calls.length, 1)
  t.equal(joined(called.events, 'delta').trim(), 'I write.')
})

t.test('the problem of a cut call names the limit and the largest size to send', async (t) => {
  const text = makeWords(9_000)
  const body = [
    named,
    ...pieces(`{"path":"a","content":"${text}`, inCall),
    chunk({}, 'length'),
    DONE,
  ]
  const fake = await endpoint(t, () => ({ body }))
  const { reply } = await openClient(fake)()
  t.same(reply.calls, [])
  t.equal(reply.problem?.code, 'parser_error')
  t.match(reply.problem?.message, /cut by the token limit of 8,192 tokens \(finish_reason length\)/)
  t.match(
    reply.problem?.message,
    /cut after 90\d\d characters\. Send at most 4500 characters in one call/,
  )
  const empty = await endpoint(t, () => ({ body: [chunk({}, 'length'), DONE] }))
  const nothing = (await openClient(empty)()).reply.problem
  t.match(nothing?.message, /token limit of 8,192 .* The limit came before any text or call/)
  t.notMatch(nothing?.message, /no text and no call/, 'row 50: it is not blamed for being empty')
})

t.test('a replayed recording is stopped at the same place as the stream', async (t) => {
  const signal = new AbortController().signal
  const reasoning = makeWords(9_000)
  const replies = [
    { content: '', reasoning, tool_calls: [], finish_reason: null },
    { content: CIRCLES, reasoning: '', tool_calls: [], finish_reason: null },
    {
      content: '',
      reasoning: '',
      tool_calls: [{ name: 'write_file', arguments: CIRCLES }],
      finish_reason: null,
    },
  ]
  const model = createScriptModel(replies)
  const ask = (step: number) =>
    hear(model.ask(REQUEST, { step, sessionId: 's', signal, thinkingTokens: 2_048 }))
  const first = (await ask(1)).reply
  t.equal(first.problem?.code, 'thinking_budget')
  t.equal(first.reasoning, reasoning.slice(0, 7_168))
  t.match((await ask(2)).reply.problem, { code: 'repetition', message: /its text/ })
  t.match((await ask(3)).reply.problem, { code: 'repetition', message: /arguments of a call/ })
})

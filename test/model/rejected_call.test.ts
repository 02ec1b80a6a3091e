import t, { type Test } from 'tap'
import type { ChatRequest, Reply } from '#core'
import { createClient, type ModelEvent } from '#model'
import {
  type Act,
  chunk,
  errorAct,
  event,
  type FakeEndpoint,
  jsonAct,
  startEndpoint,
  stream,
  streamed,
} from '../kit/fake_endpoint.js'

const REQUEST: ChatRequest = {
  model: 'fake',
  messages: [{ role: 'user', content: 'hi' }],
  tools: [],
}
const HELLO = streamed({ content: 'Hello', reasoning: '', tool_calls: [], finish_reason: 'stop' })
const HARMONY = `error parsing tool call: raw='{"path": "a.ts"]', err=invalid character ']' after object key:value pair`

async function endpoint(t: Test, ...acts: Act[]): Promise<FakeEndpoint> {
  const started = await startEndpoint((_, n) => acts[Math.min(n, acts.length) - 1] ?? HELLO)
  t.teardown(() => started.close())
  return started
}

async function ask(
  { baseUrl }: FakeEndpoint,
  request = REQUEST,
): Promise<{ reply: Reply; events: ModelEvent[]; sleeps: number[] }> {
  const sleeps: number[] = []
  const sleep = async (ms: number) => void sleeps.push(ms)
  const clock = { now: () => 0, monotonic: () => 0, sleep }
  const client = createClient({ baseUrl, clock, random: () => 1 })
  const signal = new AbortController().signal
  const run = client.ask(request, { step: 1, sessionId: 's_1', signal })
  const events: ModelEvent[] = []
  for (;;) {
    const next = await run.next()
    if (next.done) return { reply: next.value, events, sleeps }
    events.push(next.value)
  }
}

function notes(events: readonly ModelEvent[]): ModelEvent[] {
  return events.filter(({ type }) => type === 'note')
}

t.test('row 26: a tool call that the server cannot read is sampled once more', async (t) => {
  const proxied = { message: `The engine failed (500): ${HARMONY}`, code: 'engine_error' }
  const vllm = `1 validation error for list[function-wrap[__log_extra_fields__()]]\n  Invalid JSON: EOF while parsing an object at line 8 column 3`
  const acts: [name: string, act: Act][] = [
    ['Ollama', errorAct(500, { message: HARMONY })],
    ['Ollama, as its own API says it', jsonAct(500, { error: HARMONY })],
    [
      'Ollama, in the key',
      jsonAct(500, { 'error parsing tool call': "invalid character 'c' looking for a value" }),
    ],
    [
      'Ollama, without arguments',
      errorAct(500, {
        message: "error parsing tool call: raw='', err=unexpected end of JSON input",
      }),
    ],
    [
      'Ollama, Qwen3-Coder',
      errorAct(500, {
        message: 'XML syntax error on line 6: element <function> closed by </parameter>',
      }),
    ],
    [
      'Ollama, a runner with a template of its own',
      errorAct(500, { message: "invalid tool call arguments for grep: invalid character '}'" }),
    ],
    [
      'llama.cpp',
      errorAct(500, { message: 'Failed to parse input at pos 184: <tool_call>', code: 500 }),
    ],
    ['SGLang', errorAct(400, { message: 'Failed to parse fc related info to json format!' })],
    ['vLLM', errorAct(400, { message: vllm, type: 'BadRequestError', code: 400 })],
    ['LM Studio', stream(event({ error: { message: 'Failed to parse tool call: Expected }' } }))],
    ['our proxy', errorAct(502, { ...proxied, retryable: true })],
    ['our proxy, in the stream', stream(event({ error: { ...proxied, retryable: true } }))],
    [
      'a server that advises against a retry',
      errorAct(400, { message: HARMONY }, { 'x-should-retry': 'false' }),
    ],
    [
      'after thinking',
      stream(chunk({ reasoning_content: 'I read it.' }), event({ error: { message: HARMONY } })),
    ],
  ]
  for (const [name, act] of acts) {
    const fake = await endpoint(t, act, HELLO)
    const { reply, events, sleeps } = await ask(fake)
    t.equal(fake.asks.length, 2, name)
    t.equal(reply.problem, null, name)
    t.equal(reply.text, 'Hello', name)
    t.match(reply.rejected, /could not read the tool call|is truncated or is not JSON/, name)
    t.same(sleeps, [], `${name}: a server that works is not waited for`)
    t.match(notes(events), [{ text: /asking once more/, detail: true }], name)
    t.equal(new Set(fake.asks.map(({ body }) => body)).size, 1, `${name}: the same bytes`)
  }
})

t.test('row 26: a second rejected sample is a problem of the reply, without a third', async (t) => {
  const fake = await endpoint(t, errorAct(500, { message: HARMONY }))
  const { reply } = await ask(fake)
  t.equal(fake.asks.length, 2)
  t.match(reply.problem, { code: 'parser_error', message: /could not read the tool call.*a\.ts/ })
  t.match(reply.rejected, /raw=/)
})

t.test('row 26: no other refusal is sampled again', async (t) => {
  for (const status of [400, 401, 403, 404, 413]) {
    const fake = await endpoint(t, errorAct(status, { message: 'no such field' }), HELLO)
    t.not((await ask(fake)).reply.problem, null, `${status}`)
    t.equal(fake.asks.length, 1, `${status}`)
  }
  for (const status of [401, 403, 404, 413]) {
    const fake = await endpoint(t, errorAct(status, { message: HARMONY }), HELLO)
    t.equal((await ask(fake)).reply.rejected, undefined, `${status}`)
    t.equal(fake.asks.length, 1, `${status} with the text of a rejected call`)
  }
  const setup =
    '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'
  const fake = await endpoint(t, errorAct(400, { message: setup }), HELLO)
  await ask(fake)
  t.equal(fake.asks.length, 1, 'a server that is not set up for tools')
})

t.test('row 26: a person who saw text of the first sample gets a note', async (t) => {
  const words = chunk({ content: 'I edit the file now.\n\nThen more words follow here.' })
  const fake = await endpoint(t, stream(words, event({ error: { message: HARMONY } })), HELLO)
  const { reply, events } = await ask(fake)
  t.equal(reply.text, 'Hello')
  const [note] = notes(events)
  t.match(note?.text, /asking once more/)
  t.equal(note?.detail, undefined)
})

t.test('row 26: a rejected call drops no field of the request', async (t) => {
  const fake = await endpoint(t, errorAct(400, { message: HARMONY }), HELLO)
  const schema = { type: 'object' }
  const json_schema = { name: 'call', strict: true as const, schema }
  const response_format = { type: 'json_schema' as const, json_schema }
  await ask(fake, { ...REQUEST, response_format, thinking: 'off' })
  const bodies = fake.asks.map(({ body }) => JSON.parse(body) as Record<string, unknown>)
  t.equal(bodies.length, 2)
  t.match(bodies[1], { response_format, think: false })
})

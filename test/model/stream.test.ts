import fc from 'fast-check'
import t from 'tap'
import { type ChatRequest, type Reply, systemClock } from '#core'
import { createClient, type ModelEvent } from '#model'
import { mayRetry, problemOf } from '../../libs/model/endpoint/errors.js'
import {
  type Act,
  chunk,
  DONE,
  jsonAct,
  startEndpoint,
  stream,
  usageChunk,
} from '../kit/fake_endpoint.js'

const TOOL = {
  type: 'function',
  function: { name: 'read_file', description: 'Reads.', parameters: { type: 'object' } },
} as const
const REQUEST: ChatRequest = {
  model: 'fake',
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'grüß 안녕 🐦' },
  ],
  tools: [TOOL],
  max_tokens: 64,
}
const encoder = new TextEncoder()

let act: Act = {}
const fake = await startEndpoint(() => act)
t.teardown(() => fake.close())

async function ask(
  answer: Act | NonNullable<Act['body']>,
  request = REQUEST,
): Promise<{ reply: Reply; events: ModelEvent[] }> {
  act = 'length' in answer ? stream(...answer) : answer
  const client = createClient({ baseUrl: fake.baseUrl, token: 'tok', clock: systemClock })
  const signal = new AbortController().signal
  const run = client.ask(request, { step: 7, sessionId: 's_x', signal })
  const events: ModelEvent[] = []
  for (;;) {
    const next = await run.next()
    if (next.done) return { reply: next.value, events }
    events.push(next.value)
  }
}

function joined(events: ModelEvent[], type: ModelEvent['type']): string {
  return events.flatMap((each) => (each.type === type ? [each.text] : [])).join('')
}

function call(index: number, id: string, name: string, text: string): string {
  return chunk({
    tool_calls: [{ index, id, type: 'function', function: { name, arguments: text } }],
  })
}

const END = [chunk({}, 'stop'), DONE]

t.test('row 21: the body is the request and the stream fields, always in this order', async (t) => {
  await ask(END)
  t.equal(
    fake.asks.at(-1)?.body,
    JSON.stringify({
      model: 'fake',
      messages: REQUEST.messages,
      tools: [TOOL],
      max_tokens: 64,
      stream: true,
      stream_options: { include_usage: true },
    }),
  )
  const plain = { temperature: 0, tools: [], messages: REQUEST.messages, model: 'fake' }
  await ask(END, plain)
  t.equal(
    fake.asks.at(-1)?.body,
    JSON.stringify({
      model: 'fake',
      messages: REQUEST.messages,
      temperature: 0,
      stream: true,
      stream_options: { include_usage: true },
    }),
    'row 262: an empty list of tools is left out',
  )
})

t.test('only the expected headers are sent', async (t) => {
  await ask(END)
  const { host, 'content-length': length, ...headers } = fake.asks.at(-1)?.headers ?? {}
  t.ok(host)
  t.ok(Number(length) > 0)
  t.same(headers, {
    'user-agent': 'aircoder',
    accept: 'application/json',
    'content-type': 'application/json',
    'x-aircoder-step': '7',
    'x-aircoder-session': 's_x',
    authorization: 'Bearer tok',
    connection: 'close',
  })
})

t.test('usage includes the tokens of the prefix cache', async (t) => {
  const { reply } = await ask([
    chunk({ content: 'ok' }),
    chunk({}, 'stop'),
    usageChunk(900, 5, 880),
    DONE,
  ])
  t.same(reply.usage, { promptTokens: 900, completionTokens: 5, reusedPrefixTokens: 880 })
})

t.test('thinking from a field or from tags is separate from the text', async (t) => {
  for (const field of ['reasoning_content', 'reasoning', 'thinking']) {
    const { reply, events } = await ask([
      chunk({ [field]: 'let me ' }),
      chunk({ [field]: 'see' }),
      chunk({ content: 'Done.' }),
      ...END,
    ])
    t.match(reply, { text: 'Done.', reasoning: 'let me see' })
    t.equal(joined(events, 'thinking'), 'let me see')
    t.equal(joined(events, 'delta'), 'Done.')
  }
  const tagged = ['<thi', 'nk>\nlet me', ' see</th', 'ink>\n\nDo', 'ne.']
  const { reply, events } = await ask([...tagged.map((content) => chunk({ content })), ...END])
  t.match(reply, { text: 'Done.', reasoning: 'let me see' })
  t.equal(joined(events, 'delta'), 'Done.')
})

t.test('parallel calls are separated for any index and ids of the server', async (t) => {
  const usual = [
    call(0, 'a', 'read_file', '{"path"'),
    call(0, '', '', ':"x"}'),
    call(1, 'b', 'read_file', '{"path":"y"}'),
  ]
  const zeros = [
    call(0, 'a', 'read_file', '{"path":"x"}'),
    call(0, 'b', 'read_file', '{"path":"y"}'),
  ]
  for (const body of [usual, zeros]) {
    const { reply } = await ask([...body, chunk({}, 'tool_calls'), DONE])
    t.same(reply.calls, [
      { id: 'call_7_1', name: 'read_file', arguments: { path: 'x' } },
      { id: 'call_7_2', name: 'read_file', arguments: { path: 'y' } },
    ])
  }
  const repeated = [call(0, 'a', 'read_file', '{"path"'), call(0, 'a', 'read_file', ':"x"}')]
  t.equal((await ask([...repeated, ...END])).reply.calls.length, 1)
})

t.test('chunks of an unknown shape are ignored', async (t) => {
  const strange = [
    '5',
    'null',
    '[]',
    '{}',
    '{"choices":5}',
    '{"choices":[null]}',
    '{"choices":[{"delta":3}]}',
    '{"choices":[{"delta":{"content":7,"tool_calls":[null,{"function":4}]}}]}',
  ]
  const { reply } = await ask([
    ...strange.map((data) => `data: ${data}\n\n`),
    chunk({ content: 'ok' }),
    ...END,
  ])
  t.equal(reply.problem?.code, 'parser_error', 'a call without a name was among them')
  t.equal(reply.text, 'ok')
})

t.test('the reply is the same for every split of the bytes', async (t) => {
  const wire = [
    ': aircoder queue position=1 of=2\n',
    chunk({ role: 'assistant', content: '' }),
    chunk({ reasoning_content: '생각 🤔' }),
    chunk({ content: '<thi' }),
    chunk({ content: 'nk>안</think>Grüße 🐦 fin' }),
    call(0, 'a', 'read_file', '{"path":"ä/안.ts"}').replaceAll('\n', '\r\n'),
    ': keep-alive\r\n',
    chunk({}, 'tool_calls'),
    usageChunk(10, 3),
    DONE,
  ].join('')
  const bytes = encoder.encode(wire)
  const whole = await ask([bytes])
  t.match(whole.reply, {
    text: 'Grüße 🐦 fin',
    reasoning: '생각 🤔\n안',
    calls: [{ arguments: { path: 'ä/안.ts' } }],
    problem: null,
  })
  const cuts = fc.uniqueArray(fc.nat(bytes.length), { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(cuts, async (places) => {
      const at = [0, ...places.sort((a, b) => a - b), bytes.length]
      const { reply, events } = await ask(at.slice(1).map((end, n) => bytes.subarray(at[n], end)))
      t.strictSame(reply, whole.reply)
      for (const type of ['delta', 'thinking', 'waiting'] as const)
        t.equal(joined(events, type), joined(whole.events, type))
    }),
    { numRuns: 40 },
  )
  const each = Array.from(bytes, (_, n) => bytes.subarray(n, n + 1))
  t.strictSame((await ask(each)).reply, whole.reply, 'byte by byte')
})

t.test('the last words of a runner that died are no prompt that was too long', (t) => {
  const wait = { afterMs: null, allowed: true }
  const said = (status: number, prompt: number) => {
    const error = {
      code: 400,
      message: 'the request exceeds the available context size',
      type: 'exceed_context_size_error',
      ...{ n_prompt_tokens: prompt, n_ctx: 4_096 },
    }
    return { kind: 'answered' as const, status, body: JSON.stringify({ error }), wait }
  }
  t.equal(problemOf(said(400, 9_000), 'http://x').code, 'context_overflow')
  t.equal(problemOf(said(500, 9_000), 'http://x').code, 'inference_error', 'of a request before')
  t.equal(problemOf(said(400, 900), 'http://x').code, 'inference_error', 'this prompt would fit')
  t.ok(mayRetry(said(500, 9_000)), 'the same request may be answered by the next runner')
  t.end()
})

t.test('every error for a prompt that is too long gives the same problem', async (t) => {
  const runner = JSON.stringify({
    error: {
      code: 400,
      message: 'too big',
      type: 'exceed_context_size_error',
      n_prompt_tokens: 9000,
      n_ctx: 4096,
    },
  })
  const bodies: [number, unknown, number | undefined][] = [
    [
      400,
      {
        object: 'error',
        message:
          "This model's maximum context length is 4096 tokens. However, you requested 9000 tokens",
        code: 400,
      },
      4096,
    ],
    [
      400,
      {
        error: {
          code: 400,
          message:
            'the request exceeds the available context size (4096 tokens), try increasing it',
          type: 'exceed_context_size_error',
        },
      },
      4096,
    ],
    [400, { error: { message: runner, code: null } }, 4096],
    [400, { error: runner }, 4096],
    [
      400,
      { error: { code: 'context_length_exceeded', message: 'needs 34,120 tokens, window 32,768' } },
      32_768,
    ],
    [400, { error: 'the input length exceeds the context length' }, undefined],
    [
      400,
      {
        message: "The input (9000 tokens) is longer than the model's context length (4096 tokens).",
      },
      4096,
    ],
    [
      400,
      {
        error: {
          message:
            'The decoder prompt (length 9000) is longer than the maximum model length of 4096.',
        },
      },
      4096,
    ],
  ]
  for (const [status, body, windowTokens] of bodies) {
    const before = fake.asks.length
    const { reply } = await ask(jsonAct(status, body))
    t.equal(reply.problem?.code, 'context_overflow', JSON.stringify(body))
    t.equal(reply.problem?.windowTokens, windowTokens)
    t.equal(fake.asks.length, before + 1)
  }
})

import t, { type Test } from 'tap'
import { LIMITS, type Reply, systemClock } from '#core'
import { createClient } from '#model'
import { createEventCutter } from '../../libs/model/reading/cut_events.js'
import { splitChunk } from '../../libs/model/stream/split_chunk.js'
import { type Act, chunk, DONE, startEndpoint, stream } from '../kit/fake_endpoint.js'
import { HOSTILE_SERVERS } from '../kit/hostile_servers.js'
import { meet } from '../kit/meet_server.js'
import { holdsAtSomePace } from '../kit/pace.js'

const MIB = 1_048_576
const read = (index: number) =>
  chunk({
    tool_calls: [
      {
        index,
        id: `c${index}`,
        function: { name: 'read_file', arguments: `{"path":"f${index}"}` },
      },
    ],
  })
const TOOLS = [
  {
    type: 'function' as const,
    function: {
      name: 'read_file',
      description: '',
      parameters: { type: 'object', properties: { path: { type: 'string' } } },
    },
  },
]

async function ask(t: Test, act: Act, limits: object = {}): Promise<Reply> {
  const endpoint = await startEndpoint(() => act)
  t.teardown(() => endpoint.close())
  const clock = { ...systemClock, sleep: async () => {} }
  const client = createClient({ baseUrl: endpoint.baseUrl, clock, limits: { tries: 1, ...limits } })
  const request = { model: 'm', messages: [{ role: 'user' as const, content: 'hi' }], tools: TOOLS }
  const signal = new AbortController().signal
  const run = client.ask(request, { step: 1, sessionId: 's_1', signal })
  for (;;) {
    const next = await run.next()
    if (next.done) return next.value
  }
}

/** Text that is no loop. */
function noise(chars: number): string {
  let state = 7
  const words: string[] = []
  for (let at = 0; at < chars; at += 8) {
    state = (state * 48_271) % 2_147_483_647
    words.push(state.toString(36).padEnd(7, 'z').slice(0, 7))
  }
  return words.join(' ').slice(0, chars)
}

t.test('text and thinking have a bound; what came before it is kept', async (t) => {
  const text = noise(LIMITS.replyTextChars + 10_000)
  for (const field of ['content', 'reasoning_content']) {
    const parts = text.match(/.{1,60000}/gs) ?? []
    const act = stream(...parts.map((part) => chunk({ [field]: part })), chunk({}, 'stop'), DONE)
    const reply = await ask(t, act)
    t.equal(reply.problem?.code, 'too_long', field)
    t.match(reply.problem?.message, /passed 1,048,576 characters/)
    t.ok((reply.text + reply.reasoning).startsWith(text.slice(0, 1_000)))
    t.ok((reply.text + reply.reasoning).length <= LIMITS.reasoningChars + 10)
  }
})

t.test('arguments have a bound; the whole calls before them may run', async (t) => {
  const long = JSON.stringify(noise(LIMITS.replyArgumentChars))
  const begin = (text: string) =>
    chunk({ tool_calls: [{ index: 1, id: 'z', function: { name: 'read_file', arguments: text } }] })
  const rest = (text: string) =>
    chunk({ tool_calls: [{ index: 1, function: { arguments: text } }] })
  const act = stream(
    read(0),
    begin('{"path":'),
    rest(long),
    rest('}'),
    chunk({}, 'tool_calls'),
    DONE,
  )
  const reply = await ask(t, act)
  t.equal(reply.problem?.code, 'too_long')
  t.same(
    reply.calls.map(({ arguments: given }) => given),
    [{ path: 'f0' }],
  )
})

t.test('a reply has at most 32 calls', async (t) => {
  const exact = Array.from({ length: LIMITS.replyCalls }, (_, at) => read(at))
  const fine = await ask(t, stream(...exact, chunk({}, 'tool_calls'), DONE))
  t.equal(fine.problem, null)
  t.equal(fine.calls.length, LIMITS.replyCalls)
  const more = await ask(t, stream(...exact, read(99), chunk({}, 'tool_calls'), DONE))
  t.match(more.problem, { code: 'too_long', message: /more than 32 calls/ })
  t.equal(more.calls.length, LIMITS.replyCalls)
})

t.test('one event has a bound', async (t) => {
  const act = stream('data: {"a":"', 'x'.repeat(LIMITS.eventBytes), '"}\n\n', DONE)
  t.match((await ask(t, act)).problem, { code: 'too_long', message: /one event passed/ })
})

t.test('signs of life are no tokens: the time without a token has a bound', async (t) => {
  const keepAlive = Array.from({ length: 200 }, () => [chunk({}), ': here\n', { waitMs: 5 }]).flat()
  for (const first of [[], [chunk({ content: 'Hel' })]]) {
    const limits = first.length === 0 ? { firstUsefulMs: 60 } : { usefulMs: 60 }
    const reply = await ask(t, stream(...first, ...keepAlive), limits)
    t.match(reply.problem, { code: 'too_long', message: /signs of life and no token/ })
    t.equal(reply.text, first.length === 0 ? '' : 'Hel')
  }
})

t.test('tokens that arrive slowly are useful', async (t) => {
  let reply: Reply | undefined
  await holdsAtSomePace(async (pace) => {
    const each = [chunk({ content: 'a' }), { waitMs: 20 * pace }]
    const slow = Array.from({ length: 10 }, () => each).flat()
    reply = await ask(t, stream(...slow, chunk({}, 'stop'), DONE), { usefulMs: 150 * pace })
    return reply.problem === null
  })
  t.match(reply, { problem: null, text: 'aaaaaaaaaa' })
})

t.test('whatever streams in without an end, an interrupt ends it', async (t) => {
  for (const server of HOSTILE_SERVERS.filter(({ end }) => end.problem === 'interrupted')) {
    const { reply, turnsToEnd, written, grownMiB } = await meet(server)
    t.equal(reply.problem?.message, 'interrupted', server.name)
    // The rest of what arrived is not read first.
    t.ok((turnsToEnd ?? 1_000) <= 10, `${server.name}: ${turnsToEnd} turns`)
    t.ok(written < 64 * MIB && grownMiB < 100, `${server.name}: ${Math.round(grownMiB)} MiB`)
  }
})

t.test('events are cut the same for every split and line end', async (t) => {
  const text =
    ': hello\r\ndata: {"a":1}\r\n\r\ndata: b\rdata: c\r\r\n\nevent: error\ndata: d\n\ndata: [DONE]\n'
  const bytes = Buffer.from(text)
  const cutAll = (parts: Buffer[]) => {
    const { cut } = createEventCutter()
    return parts
      .flatMap((part) => [...cut(part)])
      .filter(({ type }) => type === 'event' || type === 'done' || type === 'comment')
      .map((part) => ('bytes' in part ? part.bytes.toString() : 'text' in part ? part.text : ''))
  }
  const whole = cutAll([bytes])
  t.same(whole, [
    'hello',
    'data: {"a":1}\n\n',
    'data: b\ndata: c\n\n',
    'event: error\ndata: d\n\n',
    'data: [DONE]\n\n',
  ])
  for (let at = 1; at < bytes.length; at += 1)
    t.same(cutAll([bytes.subarray(0, at), bytes.subarray(at)]), whole, `split at ${at}`)
})

t.test('a long chunk is worked on in pieces that join to the same reply', async (t) => {
  const long = noise(50_000)
  const call = { index: 2, id: 'x', function: { name: 'f', arguments: long } }
  const delta = { reasoning: long, thinking: long, content: long, tool_calls: [call] }
  const pieces = splitChunk({ model: 'm', choices: [{ delta, finish_reason: 'stop' }], usage: 1 })
  t.ok(pieces.length > 10)
  const deltas = pieces.map(
    (piece) => (piece as { choices: { delta: Record<string, unknown> }[] }).choices[0]?.delta,
  )
  t.equal(deltas.map((each) => each?.content ?? '').join(''), long)
  t.equal(deltas.map((each) => each?.reasoning_content ?? '').join(''), long)
  t.match(pieces.at(-1), { usage: 1, choices: [{ finish_reason: 'stop' }] })
})

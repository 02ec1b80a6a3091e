import t from 'tap'
import { LIMITS, type RecordedReply, type Reply, systemClock } from '#core'
import { createClient, joinChunks, listModels, loadDialects, parseReply } from '#model'
import { createCollector } from '../../libs/model/stream/collect_reply.js'
import { chunk, DONE, event, jsonAct, startEndpoint, stream } from '../kit/fake_endpoint.js'
import { TOOLS } from '../kit/replies.js'

const HUGE = [-1, 1e308, 2 ** 53 + 2, '12', 0.5, [1], { n: 1 }, true]

function usageOf(value: unknown) {
  const collector = createCollector()
  collector.add({ choices: [], usage: value })
  return collector.usage()
}

t.test('token counts of a stream are clamped to what can be', async (t) => {
  for (const count of HUGE)
    t.same(
      usageOf({
        prompt_tokens: count,
        completion_tokens: count,
        prompt_tokens_details: { cached_tokens: count },
      }),
      { promptTokens: 0, completionTokens: 0, reusedPrefixTokens: 0 },
      JSON.stringify(count),
    )
  t.match(usageOf({ prompt_tokens: 12, completion_tokens: 3.5 }), {
    promptTokens: 12,
    completionTokens: 3,
  })
  t.equal(usageOf([{ prompt_tokens: 1 }]), null)
})

t.test('text and calls of a choice that nobody asked for are no part of the reply', async (t) => {
  const collector = createCollector()
  const other = { content: ' other', tool_calls: [{ index: 0, function: { name: 'a' } }] }
  collector.add({ choices: [{ index: 0, delta: { content: 'Hello' } }] })
  collector.add({ choices: [{ index: 1, delta: other }] })
  collector.add({
    choices: [
      { index: 1, delta: other },
      { delta: {}, finish_reason: 'stop' },
    ],
  })
  t.match(collector.raw(), { content: 'Hello', tool_calls: [], finish_reason: 'stop' })
})

t.test('an index of a call is a label: a list or an object numbers nothing', async (t) => {
  for (const index of [[0], { a: 0 }, null, true]) {
    const part = (text: string, more: object = {}) => ({
      tool_calls: [{ index, function: { arguments: text, ...more } }],
    })
    const raw = joinChunks([part('{"path"', { name: 'read_file' }), part(':"a"}')])
    t.same(raw.tool_calls, [{ name: 'read_file', arguments: '{"path":"a"}' }])
  }
  const far = joinChunks([
    { tool_calls: [{ index: 4_294_967_295, function: { name: 'a', arguments: '{}' } }] },
    { tool_calls: [{ index: -1, function: { name: 'b', arguments: '{}' } }] },
  ])
  t.equal(far.tool_calls.length, 2)
})

t.test('a window of the list of models that cannot be is unknown', async (t) => {
  const windows = [...HUGE.filter((value) => value !== '12'), LIMITS.countedTokens + 1]
  for (const context_window of windows) {
    const endpoint = await startEndpoint(() => jsonAct(200, {}), {
      models: [{ id: 'm', context_window: context_window as number }],
    })
    t.teardown(() => endpoint.close())
    const [model] = await listModels({ baseUrl: endpoint.baseUrl, clock: systemClock })
    t.equal(model?.windowTokens, null, JSON.stringify(context_window))
  }
})

t.test('a window in an error that cannot be is unknown', async (t) => {
  const endpoint = await startEndpoint(() =>
    jsonAct(400, {
      error: {
        message: `maximum context length is ${'9'.repeat(40)} tokens`,
        code: 'context_length_exceeded',
      },
    }),
  )
  t.teardown(() => endpoint.close())
  const { problem } = await ask(endpoint.baseUrl)
  t.equal(problem?.code, 'context_overflow')
  t.equal(problem?.windowTokens, undefined)
})

t.test('a list of models without an end is not read to its end', async (t) => {
  const endpoint = await startEndpoint(() => jsonAct(200, {}), {
    models: [{ id: 'x'.repeat(LIMITS.documentBytes) }],
  })
  t.teardown(() => endpoint.close())
  await t.rejects(listModels({ baseUrl: endpoint.baseUrl, clock: systemClock, tryMs: 20_000 }), {
    code: 'ENDPOINT_NOT_API',
  })
})

const dialects = await loadDialects()

function parse(calls: RecordedReply['tool_calls'], step = 3): Reply {
  const raw = { content: '', reasoning: '', tool_calls: calls, finish_reason: 'tool_calls' }
  return parseReply(raw, { step, tools: TOOLS, dialects })
}

t.test('calls get ids of our own, whatever the server calls them', async (t) => {
  const ids = ['a', 'a', '', 'e12', 'auto_check', '__proto__', 'x\0\n', 'y'.repeat(100_000)]
  const calls = ids.map((id, at) => ({ id, name: 'read_file', arguments: `{"path":"f${at}"}` }))
  t.same(
    parse(calls).calls.map(({ id }) => id),
    ids.map((_, at) => `call_3_${at + 1}`),
  )
})

t.test('a call that was refused has an id of our own, too', async (t) => {
  const { problem } = parse([{ id: 'e12', name: 'read_file', arguments: '{"path":["a"]}' }])
  t.equal(problem?.refused?.id ?? 'call_3_1', 'call_3_1')
})

t.test(
  'a name that no tool has is short and plain, so that servers accept the history',
  async (t) => {
    for (const name of ['n'.repeat(1_000_000), 'a\0b\n\u001b[31m', '__proto__', 'e12 check', 'ä']) {
      const [call] = parse([{ name, arguments: '{}' }]).calls
      t.match(call?.name, /^[\w-]{1,64}$/, JSON.stringify(name.slice(0, 20)))
    }
  },
)

t.test(
  'arguments that are nested too deep reach nothing, also those of an unknown tool',
  async (t) => {
    const deep = `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`
    for (const name of ['read_file', 'no_such_tool']) {
      const reply = parse([{ name, arguments: deep }])
      t.doesNotThrow(() => JSON.stringify(reply), name)
    }
  },
)

t.test('an event that is nested too deep is an error of the endpoint', async (t) => {
  const nest = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
  for (const text of [`data: {"error":${nest}}\n\n`, `data: {"object":"error","a":${nest}}\n\n`]) {
    const endpoint = await startEndpoint(() => stream(text))
    t.teardown(() => endpoint.close())
    const { problem } = await ask(endpoint.baseUrl)
    t.equal(problem?.code, 'inference_error')
  }
})

t.test('a finish reason is a label', async (t) => {
  const raw = joinChunks([
    { choices: [{ delta: { content: 'a' }, finish_reason: 'f'.repeat(1_000_000) }] },
  ])
  t.ok((raw.finish_reason ?? '').length <= 40)
})

async function ask(baseUrl: string): Promise<Reply> {
  const clock = { ...systemClock, sleep: async () => {} }
  const client = createClient({ baseUrl, clock, limits: { tries: 1 } })
  const request = { model: 'm', messages: [{ role: 'user' as const, content: 'hi' }], tools: [] }
  const run = client.ask(request, {
    step: 1,
    sessionId: 's_1',
    signal: new AbortController().signal,
  })
  for (;;) {
    const next = await run.next()
    if (next.done) return next.value
  }
}

t.test('the end mark before any text, and text after it', async (t) => {
  const early = await startEndpoint(() =>
    stream(DONE, chunk({ content: 'late' }), chunk({}, 'stop')),
  )
  const late = await startEndpoint(() =>
    stream(chunk({ content: 'a' }), chunk({}, 'stop'), DONE, chunk({ content: 'b' })),
  )
  t.teardown(() => Promise.all([early.close(), late.close()]))
  t.equal((await ask(early.baseUrl)).problem?.code, 'inference_error')
  t.match(await ask(late.baseUrl), { problem: null, text: 'a' })
})

t.test('an event of another shape changes nothing', async (t) => {
  const odd = [null, [], 'text', 7, { choices: {} }, { choices: [7] }, { choices: [{ delta: [] }] }]
  const endpoint = await startEndpoint(() =>
    stream(...odd.map(event), chunk({ content: 'a' }), chunk({}, 'stop'), DONE),
  )
  t.teardown(() => endpoint.close())
  t.match(await ask(endpoint.baseUrl), { problem: null, text: 'a' })
})

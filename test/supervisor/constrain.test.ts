import t, { type Test } from 'tap'
import { type ChatRequest, systemClock } from '#core'
import { createClient } from '#model'
import {
  type Act,
  errorAct,
  type FakeEndpoint,
  startEndpoint,
  streamed,
} from '../kit/fake_endpoint.js'
import { act, openLoop, say } from '../kit/loop.js'

const BROKEN = say('<tool_call>{"name": "read_file", "arguments": {"path": "val')
const FORMATTED = say('{"tool":"read_file","path":"value.txt","start_line":null,"end_line":null}')
const CLOSE = say('It says one.')
const FILES = { 'value.txt': 'one\n' }
const TASK = 'what does value.txt say?'

async function serve(t: Test, answer: (body: ChatRequest, step: number) => Act) {
  const endpoint = await startEndpoint(({ body, step }) => answer(JSON.parse(body), step))
  t.teardown(() => endpoint.close())
  const { baseUrl } = endpoint
  const limits = { retryBaseMs: 1, retryMaxMs: 1, tries: 3 }
  return { endpoint, model: createClient({ baseUrl, clock: systemClock, limits }) }
}

const bodies = ({ asks }: FakeEndpoint): (ChatRequest & { step: number })[] =>
  asks.map(({ body, step }) => ({ ...JSON.parse(body), step }))

t.test('the reply after an unreadable one is constrained to a schema', async (t) => {
  const replies = [act(['list_dir', { path: '.' }]), BROKEN, FORMATTED, CLOSE]
  const { endpoint, model } = await serve(t, (_, step) => streamed(replies[step - 1] ?? CLOSE))
  const loop = openLoop(t, { files: FILES, model })
  const { result, events } = await loop.run(loop.add(TASK))
  t.match(result, { subtype: 'resolved', steps: 4 })
  const sent = bodies(endpoint)
  const held = sent.map(({ response_format }) => response_format !== undefined)
  t.same(held, [false, false, true, false], 'only the retry')
  t.match(sent[2]?.response_format, { type: 'json_schema', json_schema: { schema: Object } })
  for (const { tools } of sent) t.same(tools, sent[0]?.tools, 'the tools stay as they are')
  const [before = '', after = ''] = [sent[1], sent[2]].map((each) =>
    JSON.stringify(each?.messages).slice(0, -1),
  )
  t.ok(after.startsWith(before), 'the prompt only grows')
  t.match(
    events.filter(({ type }) => type === 'tool_result'),
    [{ tool: 'list_dir' }, { tool: 'read_file', ok: true, text: /one/ }],
  )
})

t.test('after a kill between the two, the retry is still constrained', async (t) => {
  const replies = [BROKEN, FORMATTED, CLOSE]
  const { endpoint, model } = await serve(t, (_, step) => streamed(replies[step - 1] ?? CLOSE))
  const loop = openLoop(t, { files: FILES, model })
  const task = loop.add(TASK)
  await loop.run(task, {}, (event) => event.type === 'step')
  t.equal(endpoint.asks.length, 1)
  loop.reopen()
  t.match((await loop.run(task)).result, { subtype: 'resolved' })
  t.same(
    bodies(endpoint).map(({ response_format }) => response_format !== undefined),
    [false, true, false],
  )
})

for (const [status, message] of [
  [400, 'response_format is not supported'],
  [500, 'Cannot use custom grammar constraints with tools.'],
] as const)
  t.test(`an endpoint that answers ${status} to a schema is asked without, for good`, async (t) => {
    const replies = [BROKEN, BROKEN, act(['read_file', { path: 'value.txt' }]), CLOSE]
    const { endpoint, model } = await serve(t, (body, step) =>
      body.response_format === undefined
        ? streamed(replies[step - 1] ?? CLOSE)
        : errorAct(status, { message }),
    )
    const loop = openLoop(t, { files: FILES, model })
    t.match((await loop.run(loop.add(TASK))).result, { subtype: 'resolved', steps: 4 })
    t.same(
      bodies(endpoint).map(({ step, response_format }) => [step, response_format !== undefined]),
      [
        [1, false],
        [2, true],
        [2, false],
        [3, false],
        [4, false],
      ],
    )
  })

t.test('an endpoint error is not attributed to the schema', async (t) => {
  let failures = 0
  const { endpoint, model } = await serve(t, (_, step) => {
    if (step === 1) return streamed(BROKEN)
    if (step === 3) return streamed(CLOSE)
    failures += 1
    return failures === 1 ? errorAct(503, { message: 'busy' }) : streamed(FORMATTED)
  })
  const loop = openLoop(t, { files: FILES, model })
  t.match((await loop.run(loop.add(TASK))).result, { subtype: 'resolved', steps: 3 })
  const held = bodies(endpoint).map(({ response_format }) => response_format !== undefined)
  t.same(held, [false, true, true, false])
})

t.test('the setting can be always or never', async (t) => {
  for (const [constrained, wanted] of [
    ['always', [true, true]],
    ['off', [false, false]],
  ] as const) {
    const replies = [BROKEN, CLOSE]
    const { endpoint, model } = await serve(t, (_, step) => streamed(replies[step - 1] ?? CLOSE))
    const loop = openLoop(t, { files: FILES, model, over: { constrained } })
    await loop.run(loop.add(TASK))
    const held = bodies(endpoint).map(({ response_format }) => response_format !== undefined)
    t.same(held, wanted, constrained)
  }
})

import t, { type Test } from 'tap'
import { systemClock } from '#core'
import { createClient, listModels, type ModelEvent } from '#model'
import { readComment } from '../../libs/model/endpoint/queue_comments.js'
import { promptShare } from '../../libs/model/stream/prompt_progress.js'
import { type Act, chunk, DONE, event, startEndpoint, stream } from '../kit/fake_endpoint.js'

const progress = (processed: number, cache = 100, total = 500) =>
  event({
    choices: [{ index: 0, delta: { role: 'assistant', content: null }, finish_reason: null }],
    prompt_progress: { total, cache, processed, time_ms: 12 },
  })
const ANSWER = [chunk({ content: 'Hello' }), chunk({}, 'stop'), DONE]

async function ask(t: Test, act: Act, tellsProgress?: boolean) {
  const endpoint = await startEndpoint(() => act)
  t.teardown(() => endpoint.close())
  const { baseUrl } = endpoint
  const client = createClient({ baseUrl, clock: systemClock, tellsProgress })
  const signal = new AbortController().signal
  const asked = client.ask(
    { model: 'fake', messages: [{ role: 'user', content: 'hi' }], tools: [] },
    { step: 1, sessionId: 's', signal },
  )
  const events: ModelEvent[] = []
  for (;;) {
    const next = await asked.next()
    if (next.done)
      return { events, reply: next.value, body: JSON.parse(endpoint.asks[0]?.body ?? '{}') }
    events.push(next.value)
  }
}

t.test('row 276: llama.cpp is asked how much of the prompt it has read', async (t) => {
  const parts = [progress(100), progress(272), progress(273), progress(500), ...ANSWER]
  const { events, reply, body } = await ask(t, stream(...parts), true)
  t.equal(body.return_progress, true)
  const shares = events.flatMap(({ share }) => (share === undefined ? [] : [share]))
  t.same(shares, [0, 0.43, 1], 'without what was cached, and each percent once')
  t.equal(reply.text, 'Hello')
})

t.test('other servers are not asked', async (t) => {
  const { events, body } = await ask(t, stream(...ANSWER))
  t.notOk('return_progress' in body)
  t.same(
    events.filter(({ type }) => type === 'phase').map(({ text, share }) => [text, share]),
    [
      ['connecting', undefined],
      ['reading the prompt', undefined],
      ['writing', undefined],
    ],
  )
})

t.test('its list of models says which server it is', async (t) => {
  const models = [
    { id: 'a', owned_by: 'llamacpp' },
    { id: 'b', owned_by: 'vllm' },
  ]
  const endpoint = await startEndpoint(() => stream(), { models })
  t.teardown(() => endpoint.close())
  const { baseUrl } = endpoint
  const listed = await listModels({ baseUrl, token: undefined, clock: systemClock })
  t.same(
    listed.map(({ tellsProgress }) => tellsProgress),
    [true, undefined],
  )
})

t.test('figures that cannot be are none', async (t) => {
  const of = (prompt_progress: unknown) => promptShare({ prompt_progress })
  t.equal(of({ total: 10, cache: 10, processed: 10 }), 1)
  t.equal(of({ total: 10, processed: 5 }), 0.5)
  for (const wrong of [
    { total: 10, cache: 0, processed: 11 },
    { total: 10, cache: 6, processed: 5 },
    { total: -1, cache: 0, processed: 0 },
    { total: '10', cache: 0, processed: 1 },
    { total: 1e308, cache: 0, processed: 1 },
    null,
    [],
  ])
    t.equal(of(wrong), null, JSON.stringify(wrong))
})

t.test('a comment of the proxy has the share, or the estimate of the rest', async (t) => {
  const base = { type: 'phase', text: 'reading the prompt' }
  for (const [comment, facts] of [
    ['aircoder phase=prefill queue_ms=0', {}],
    ['aircoder phase=prefill queue_ms=0 read=1200 of=4800', { share: 0.25 }],
    ['aircoder phase=prefill queue_ms=0 left_s=12', { leftMs: 12_000 }],
    ['aircoder phase=prefill read=9 of=3', {}],
    ['aircoder phase=prefill read=1 of=0', {}],
    ['aircoder phase=prefill left_s=0', {}],
  ] as const)
    t.same(readComment(comment), { ...base, ...facts }, comment)
})

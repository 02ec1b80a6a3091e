import t, { type Test } from 'tap'
import { type Reply, systemClock } from '#core'
import { createClient } from '#model'
import {
  type Act,
  chunk,
  DONE,
  event,
  type FakeEndpoint,
  startEndpoint,
  stream,
  usageChunk,
} from '../kit/fake_endpoint.js'

/** Ollama's last word when its runner has died. */
const DEAD = event({ id: 'c', model: '', choices: [{ index: 0, delta: { content: '' } }] })
const GOOD = stream(chunk({ content: 'Hello' }), chunk({}, 'stop'), DONE)

async function ask(
  t: Test,
  ...acts: Act[]
): Promise<{ reply: Reply; endpoint: FakeEndpoint; waits: string[] }> {
  const endpoint = await startEndpoint((_, n) => acts[Math.min(n, acts.length) - 1] ?? GOOD)
  t.teardown(() => endpoint.close())
  const clock = { ...systemClock, sleep: async () => {} }
  const client = createClient({ baseUrl: endpoint.baseUrl, clock })
  const request = { model: 'm', messages: [{ role: 'user' as const, content: 'hi' }], tools: [] }
  const signal = new AbortController().signal
  const run = client.ask(request, { step: 1, sessionId: 's', signal })
  const waits: string[] = []
  for (;;) {
    const next = await run.next()
    if (next.done) return { reply: next.value, endpoint, waits }
    if (next.value.type === 'waiting') waits.push(next.value.text)
  }
}

const call = { index: 0, id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }

t.test(
  'a stream without finish_reason is an error of the engine, and no call is run',
  async (t) => {
    const cut = await ask(t, stream(chunk({ content: 'I will' }), chunk({ tool_calls: [call] })))
    t.match(cut.reply, {
      calls: [],
      problem: { code: 'inference_error', message: /without finish_reason/ },
    })
    t.equal(cut.endpoint.asks.length, 1, 'there were tokens, so it is not retried')
    const marked = await ask(t, stream(chunk({ content: 'I will' }), DONE))
    t.match(marked.reply.problem, { code: 'inference_error' }, 'a mark of the end is no finish')
  },
)

t.test('a stream that ends before the first token is retried', async (t) => {
  const { reply, endpoint, waits } = await ask(t, stream(chunk({ role: 'assistant' })), GOOD)
  t.match(reply, { text: 'Hello', problem: null })
  t.equal(endpoint.asks.length, 2)
  t.match(waits[0], /reports an error/)
  const never = await ask(t, stream())
  t.match(never.reply.problem, {
    code: 'inference_error',
    message: /without output and without finish_reason/,
  })
  t.equal(never.endpoint.asks.length, 4)
})

t.test('a chunk without a model name means a crashed engine, whatever follows', async (t) => {
  const started = chunk({ content: 'It is' })
  const { reply } = await ask(t, stream(started, DEAD, chunk({}, 'stop'), DONE))
  t.match(reply.problem, {
    code: 'inference_error',
    message: /has no model name.*probably crashed/,
  })
  const early = await ask(t, stream(chunk({ role: 'assistant' }), DEAD), GOOD)
  t.equal(early.reply.text, 'Hello', 'before the first token it is worth another try')
  const nameless = event({ model: '', choices: [{ delta: { content: 'Yes' } }] })
  const always = await ask(t, stream(nameless, nameless, chunk({}, 'stop'), DONE))
  t.match(always.reply, { text: 'YesYes', problem: null }, 'who never names one is not dead')
})

t.test('0 tokens read and written is a failure unless there is text', async (t) => {
  const { reply, endpoint } = await ask(t, stream(chunk({}, 'stop'), usageChunk(0, 0), DONE))
  t.match(reply.problem, {
    code: 'inference_error',
    message: /counted 0 prompt and 0 output tokens/,
  })
  t.equal(endpoint.asks.length, 4)
  const said = stream(chunk({ content: 'Yes' }), chunk({}, 'stop'), usageChunk(0, 0), DONE)
  t.match(
    (await ask(t, said)).reply,
    { text: 'Yes', problem: null },
    'a server that does not count',
  )
  const empty = await ask(t, stream(chunk({}, 'stop'), usageChunk(20, 1), DONE))
  t.equal(empty.reply.problem?.code, 'parser_error', 'an empty reply is the model’s')
})

t.test('silence while a call is written is not an error', async (t) => {
  const parts = [chunk({ content: 'I write.' }), { waitMs: 150 }, chunk({ tool_calls: [call] })]
  const { reply } = await ask(t, stream(...parts, chunk({}, 'tool_calls'), DONE))
  t.match(reply, { problem: null, calls: [{ name: 'f' }] }, 'it is read to its end')
  t.equal(reply.finishReason, 'tool_calls')
})

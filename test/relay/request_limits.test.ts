import t from 'tap'
import { event, stream, usageChunk } from '../kit/fake_endpoint.js'
import { chatOf } from '../kit/relay.js'
import { END, HELLO, setup } from '../kit/relayed_engine.js'

const many = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

const CHAT: [Record<string, unknown>, string][] = [
  [{ n: 1e9 }, 'n: it must be at most 8'],
  [{ n: 9 }, 'n: it must be at most 8'],
  [{ n: 0 }, 'n: it must be at least 1'],
  [{ n: '7' }, 'n: '],
  [{ n: 1.5 }, 'n: '],
  [{ best_of: 1e6 }, 'best_of: it must be at most 8'],
  [{ top_logprobs: 21 }, 'top_logprobs: it must be at most 20'],
  [{ max_tokens: 1e15 }, 'max_tokens: it must be at most 16777216'],
  [{ max_completion_tokens: 16_777_217 }, 'max_completion_tokens: it must be at most 16777216'],
  [{ stop: many(10_000, 'a') }, 'stop: it must have at most 16 texts'],
  [{ stop: 'x'.repeat(1_025) }, 'stop: it must have at most 1024 characters'],
]
const PLAIN: [Record<string, unknown>, string][] = [
  [{ prompt: 'a', n: 1e9 }, 'n: it must be at most 8'],
  [{ prompt: 'a', best_of: 9 }, 'best_of: it must be at most 8'],
  [{ prompt: 'a', logprobs: 1_000 }, 'logprobs: it must be at most 20'],
  [{ prompt: 'a', max_tokens: 1e15 }, 'max_tokens: it must be at most 16777216'],
  [{ prompt: 'a', stop: many(17, 'a') }, 'stop: it must have at most 16 texts'],
  [{ prompt: many(129, 'a') }, 'prompt: it must have at most 128 texts'],
  [{ prompt: many(129, [1, 2]) }, 'prompt: it must have at most 128 texts'],
]

t.test('what one request asks for is bounded before an engine gets it', async (t) => {
  const { engine, relay } = await setup(t, { m: () => stream(...HELLO, ...END) })
  const refused = async (path: string, body: object, message: string) => {
    const answer = await relay.post(body, { path })
    const text = await answer.text()
    t.equal(answer.status, 400, `${path} ${message}`)
    t.match(JSON.parse(text).error, { code: 'invalid_request', retryable: false }, message)
    t.ok(JSON.parse(text).error.message.startsWith(message), text.slice(0, 200))
  }
  for (const [rest, message] of CHAT)
    await refused('/v1/chat/completions', chatOf('m', rest), message)
  for (const [rest, message] of PLAIN)
    await refused('/v1/completions', { model: 'm', ...rest }, message)
  await refused(
    '/v1/embeddings',
    { model: 'm', input: many(2_049, 'a') },
    'input: it must have at most 2048 texts',
  )
  t.equal(engine.asks.length, 0, 'the engine got none of them')
  t.equal(engine.requests.filter(({ path }) => path.includes('completions')).length, 0)
})

t.test('what a request may ask for is passed on, and its answers count', async (t) => {
  const usage = usageChunk(7, 8 * 4_000)
  const { engine, relay } = await setup(t, {
    m: () => stream(...HELLO, event({ choices: [] }), usage),
  })
  const asked = { n: 8, top_logprobs: 20, logprobs: true, max_tokens: 4_000, stop: many(16, 'a') }
  const answer = await relay.post(
    chatOf('m', { ...asked, stream: true, stream_options: { include_usage: true } }),
  )
  t.equal(answer.status, 200)
  t.match(await answer.text(), '"completion_tokens":32000', 'the count of 8 answers can be')
  t.match(JSON.parse(engine.asks[0]?.body ?? '{}'), asked)
})

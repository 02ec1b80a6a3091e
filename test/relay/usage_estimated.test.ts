import t, { type Test } from 'tap'
import { countEvents } from '../../libs/relay/exchange/count_events.js'
import { chunk, DONE, event, jsonAct, stream, usageChunk } from '../kit/fake_endpoint.js'
import { chatOf, until } from '../kit/relay.js'
import { setup } from '../kit/relayed_engine.js'

interface Used {
  prompt_tokens: number
  completion_tokens: number
  cancelled: number
}

async function usedOf(url: string): Promise<Used> {
  const answer = await fetch(`${url}/v1/me`)
  return ((await answer.json()) as { usage: Used }).usage
}

/** What one request adds; the last chunk of a stream may come before it is counted. */
async function usedBy(url: string, work: () => Promise<unknown>): Promise<Used> {
  const before = await usedOf(url)
  await work()
  let after = before
  for (let tries = 0; tries < 100 && after.prompt_tokens === before.prompt_tokens; tries += 1) {
    await new Promise((done) => setTimeout(done, 10))
    after = await usedOf(url)
  }
  return {
    prompt_tokens: after.prompt_tokens - before.prompt_tokens,
    completion_tokens: after.completion_tokens - before.completion_tokens,
    cancelled: after.cancelled - before.cancelled,
  }
}

const text = (count: number) => Array.from({ length: count }, () => chunk({ content: 'x ' }))
const piece = (finish: string | null) => event({ choices: [{ text: 'x', finish_reason: finish }] })
const usage = { prompt_tokens: 70, completion_tokens: 30, total_tokens: 100 }
const vectors = Array.from({ length: 4 }, () => ({ embedding: Array(1_024).fill(0.125) }))

t.test('work that the engine does not count is charged by an estimate', async (t: Test) => {
  const { relay, engine } = await setup(t, {
    hang: () => ({ body: text(20), end: 'hang' }),
    finished: () => ({ body: [...text(20), chunk({}, 'stop')], end: 'hang' }),
    mute: () => stream(...text(20), chunk({}, 'stop'), DONE),
    reported: () => stream(...text(20), chunk({}, 'stop'), usageChunk(7, 3), DONE),
    stream: () => stream(...Array(20).fill(piece(null)), piece('stop'), DONE),
    whole: () => jsonAct(200, { choices: [{ text: 'x'.repeat(9_000) }], usage }),
    first: () => jsonAct(200, { usage: { prompt_tokens: 70, total_tokens: 70 }, data: vectors }),
    last: () => jsonAct(200, { data: vectors, usage: { prompt_tokens: 70, total_tokens: 70 } }),
    none: () => jsonAct(200, { data: vectors }),
    silent: () => ({ end: 'silent' }),
    bad: () => jsonAct(400, { error: { message: 'no' } }),
  })
  const content = 'word '.repeat(200)
  const chat = (model: string, rest: object = {}) =>
    chatOf(model, { messages: [{ role: 'user', content }], ...rest })
  const leave = (model: string) => async () => {
    const left = new AbortController()
    const answer = await relay.post(chat(model, { stream: true }), { signal: left.signal })
    let read = ''
    for await (const bytes of answer.body ?? []) {
      read += Buffer.from(bytes).toString()
      if (countEvents(Buffer.from(read)) >= 20) break
    }
    left.abort()
  }
  const plain = (path: string, body: object) => async () =>
    (await relay.post(body, { path: `/v1/${path}` })).text()
  const about = (name: string, { prompt_tokens, completion_tokens }: Used, written: boolean) => {
    t.ok(prompt_tokens >= 150 && prompt_tokens <= 450, `${name}: ${prompt_tokens} for the prompt`)
    const [least, most] = written ? [19, 24] : [0, 0]
    t.ok(
      completion_tokens >= least && completion_tokens <= most,
      `${name}: ${completion_tokens} written`,
    )
  }

  for (const model of ['hang', 'finished']) {
    const used = await usedBy(relay.url, leave(model))
    about(model, used, true)
    t.equal(used.cancelled, 1)
  }
  about('mute', await usedBy(relay.url, async () => (await relay.post(chat('mute'))).text()), true)
  t.match(
    await usedBy(relay.url, async () => (await relay.post(chat('reported'))).text()),
    { prompt_tokens: 7, completion_tokens: 3 },
    'the count of the engine is kept',
  )
  const completion = { model: 'stream', prompt: content, stream: true }
  about('stream', await usedBy(relay.url, plain('completions', completion)), true)
  const ids = { ...completion, prompt: Array(200).fill(42) }
  about('ids', await usedBy(relay.url, plain('completions', ids)), true)
  t.match(await usedBy(relay.url, plain('completions', { model: 'whole', prompt: content })), {
    prompt_tokens: 70,
    completion_tokens: 30,
  })
  for (const model of ['first', 'last'])
    t.match(
      await usedBy(relay.url, plain('embeddings', { model, input: content })),
      { prompt_tokens: 70, completion_tokens: 0 },
      model,
    )
  about(
    'none',
    await usedBy(relay.url, plain('embeddings', { model: 'none', input: content })),
    false,
  )

  const reading = await usedBy(relay.url, async () => {
    const left = new AbortController()
    const asked = engine.asks.length
    const answer = relay.post(chat('silent'), { signal: left.signal })
    await until(() => engine.asks.length > asked)
    left.abort()
    await answer.catch(() => {})
  })
  about('silent', reading, false)
  const before = await usedOf(relay.url)
  t.equal((await relay.post(chat('bad'))).status, 400)
  t.equal((await usedOf(relay.url)).prompt_tokens, before.prompt_tokens, 'what never ran is free')
})

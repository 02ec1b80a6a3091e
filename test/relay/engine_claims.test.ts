import t from 'tap'
import { withPlausibleUsage } from '../../libs/relay/upstream/check_usage.js'
import { plausibleEntry } from '../../libs/relay/upstream/plausible_entry.js'
import { ANY_USAGE, mostUsage, plausibleEnding } from '../../libs/relay/upstream/plausible_usage.js'
import { readUsage } from '../../libs/relay/upstream/relay_events.js'
import { chunk, DONE, event, jsonAct, startEndpoint, stream } from '../kit/fake_endpoint.js'
import { doneLine, lines, says, startOllama } from '../kit/fake_ollama.js'
import { chatOf, startRelay } from '../kit/relay.js'

const CLAIMS = [-5, 1e308, 2 ** 53 + 2, 0.5, '12', [12], { a: 1 }, 40_000_000]
const usageOf = (value: unknown) => ({
  prompt_tokens: value,
  completion_tokens: value,
  total_tokens: value,
})

t.test('usage of an engine that cannot be is replaced by null, other bytes stay', async (t) => {
  const most = mostUsage({ promptTokens: 10, maxTokens: 100, windowTokens: null })
  for (const claim of CLAIMS) {
    const sent = `${chunk({ content: '"usage": {' })}${event({ choices: [], usage: usageOf(claim) })}`
    const got = withPlausibleUsage(Buffer.from(sent), most).toString()
    t.equal(got, `${chunk({ content: '"usage": {' })}${event({ choices: [], usage: null })}`)
  }
  const good = Buffer.from(event({ choices: [], usage: usageOf(12) }))
  t.equal(withPlausibleUsage(good, most), good, 'the same bytes')
  for (const text of [
    '{"usage":"12"}',
    '{"usage":-1,"a":1}',
    '{"usage":[[1]],"a":"}"}',
    '{"usage":{"prompt_tokens":"}"}}',
  ])
    t.match(JSON.parse(withPlausibleUsage(Buffer.from(text), most).toString()), { usage: null })
  t.equal(withPlausibleUsage(Buffer.from('{"a":"usage"}'), most).toString(), '{"a":"usage"}')
})

t.test('usage that cannot be is not counted', async (t) => {
  const most = mostUsage({ promptTokens: 10, maxTokens: 100, windowTokens: null })
  const ending = { usage: { promptTokens: 9, completionTokens: 99 }, finishReason: 'stop' }
  t.equal(plausibleEnding(ending, most), ending)
  for (const claim of CLAIMS.filter((each) => typeof each === 'number')) {
    const usage = { promptTokens: Number(claim), completionTokens: 1 }
    t.equal(plausibleEnding({ usage, finishReason: 'stop' }, most).usage, null, String(claim))
    const written = { promptTokens: 1, completionTokens: Number(claim) }
    t.equal(plausibleEnding({ usage: written, finishReason: 'stop' }, ANY_USAGE).usage, null)
  }
  t.equal(readUsage('"usage":{"prompt_tokens":1e308,"completion_tokens":1}'), null)
})

t.test('a client gets plausible usage or none, and its day counts the estimate', async (t) => {
  for (const claim of CLAIMS) {
    const engine = await startEndpoint(({ path }) =>
      path.endsWith('/embeddings')
        ? jsonAct(200, { data: [], usage: usageOf(claim) })
        : stream(
            chunk({ content: 'Hello' }),
            chunk({}, 'stop'),
            event({ choices: [], usage: usageOf(claim) }),
            DONE,
          ),
    )
    const relay = await startRelay({ engine: 'openai', engineUrl: engine.origin })
    const name = JSON.stringify(claim)
    const whole = (await (await relay.post(chatOf('fake'))).json()) as { usage?: unknown }
    t.equal(whole.usage ?? null, null, name)
    const wants = { stream: true, stream_options: { include_usage: true } }
    const streamed = await (await relay.post(chatOf('fake', wants))).text()
    t.match(streamed, /Hello/)
    t.match(streamed, /"usage":null/)
    t.match(streamed, /\[DONE\]/)
    const plain = await relay.post({ model: 'fake', input: 'a' }, { path: '/v1/embeddings' })
    t.equal(((await plain.json()) as { usage: unknown }).usage, null, name)
    const me = (await (await fetch(`${relay.url}/v1/me`)).json()) as {
      usage: Record<string, number>
    }
    t.ok((me.usage.prompt_tokens ?? 0) < 1_000 && (me.usage.completion_tokens ?? 0) < 1_000, name)
    await relay.stop()
    await engine.close()
  }
})

t.test('numbers of a list of models are claims', async (t) => {
  const entry = {
    id: 'm',
    created: null,
    windowTokens: 4_096,
    loaded: null,
    tools: null,
    vision: null,
    slots: 2,
  }
  const now = Date.UTC(2026, 10, 22)
  t.same(plausibleEntry(entry, now), [entry])
  for (const claim of [-1, 1e308, 0.5, Number.NaN]) {
    const odd = { ...entry, windowTokens: claim, slots: claim, created: claim < 1 ? -1 : claim }
    t.match(plausibleEntry(odd, now), [{ windowTokens: null, slots: null, created: null }])
  }
  for (const id of ['', 'x'.repeat(300), 'a\nb']) t.same(plausibleEntry({ ...entry, id }, now), [])
})

t.test('counts of Ollama are claims', async (t) => {
  for (const claim of CLAIMS) {
    const counts = { prompt_eval_count: claim, eval_count: claim, prompt_eval_duration: claim }
    const ollama = await startOllama([{ name: 'm:latest', loadedWindow: 4_096 }], () =>
      lines(says('Hello'), doneLine('stop', counts)),
    )
    const relay = await startRelay({ engine: 'ollama', engineUrl: ollama.origin })
    t.teardown(async () => {
      await relay.stop()
      await ollama.close()
    })
    const name = JSON.stringify(claim)
    const answer = (await (await relay.post(chatOf('m'))).json()) as {
      choices: { message: { content: string } }[]
      usage?: { prompt_tokens: number; completion_tokens: number } | null
    }
    t.equal(answer.choices?.[0]?.message.content, 'Hello', JSON.stringify(answer))
    t.ok((answer.usage?.prompt_tokens ?? 0) < 10_000, name)
    t.ok((answer.usage?.completion_tokens ?? 0) < 10_000, name)
  }
})

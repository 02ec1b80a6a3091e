import pino from 'pino'
import t from 'tap'
import { systemClock } from '#core'
import { chunk, DONE, startEndpoint, stream, usageChunk } from '../kit/fake_endpoint.js'
import { doneLine, lines, says, startOllama } from '../kit/fake_ollama.js'
import { readMetrics } from '../kit/metrics.js'
import { startRelay, until } from '../kit/relay.js'

/** A relay whose request lines can be read. */
async function startLogged(values: Record<string, unknown>) {
  const said: Record<string, unknown>[] = []
  const write = (line: string) => void said.push(JSON.parse(line))
  const log = pino({ base: null }, { write })
  const relay = await startRelay({ logLevel: 'info', ...values }, systemClock, log)
  const requests = () => said.filter(({ msg, path }) => msg === 'request' && path !== '/metrics')
  const ask = async (messages: object[], tools: string[] = [], session?: string) => {
    const before = requests().length
    const body = {
      model: 'm',
      messages,
      tools: tools.map((name) => ({ type: 'function', function: { name } })),
    }
    const headers: Record<string, string> =
      session === undefined ? {} : { 'x-aircoder-session': session }
    await (await relay.post(body, { headers })).text()
    await until(() => requests().length > before)
    return requests().at(-1)
  }
  return { relay, ask, said }
}

const LONG = 'canary and many more words of a long prompt. '.repeat(200)
const user = (content: string) => ({ role: 'user', content })
const system = (content: string) => ({ role: 'system', content })

t.test('the log line and the metrics name the difference with its cost', async (t) => {
  let cached = 0
  const engine = await startEndpoint(
    () =>
      stream(
        { waitMs: 50 },
        chunk({ content: 'x' }),
        chunk({}, 'stop'),
        usageChunk(4_000, 1, cached),
        DONE,
      ),
    { models: [{ id: 'm' }] },
  )
  const { relay, ask, said } = await startLogged({ engine: 'openai', engineUrl: engine.origin })
  t.teardown(async () => {
    await relay.stop()
    await engine.close()
  })
  const turn = [system('You are.'), user(LONG)]
  t.match(await ask(turn, ['a', 'b']), { left: 'first', reusedTokens: 0, lostTokens: 0, lostMs: 0 })
  cached = 3_900
  t.match(await ask([...turn, user('more')], ['a', 'b']), {
    left: 'none',
    promptTokens: 4_000,
    reusedTokens: 3_900,
    lostTokens: 0,
  })
  cached = 100
  const tools = await ask([...turn, user('more')], ['a', 'c'])
  t.match(tools, { left: 'tools[1]', reusedTokens: 100, lostTokens: Number, lostMs: Number })
  t.ok(Number(tools?.lostTokens) > 3_000 && Number(tools?.lostTokens) <= 3_900)
  t.ok(Number(tools?.lostMs) >= 30, `${tools?.lostMs} ms`)
  t.match(await ask([system('You were.'), user(LONG)], ['a', 'c']), { left: 'messages[0]' })
  t.match(await ask([user('new')], [], 'canary-session'), { left: 'first' })
  const { sum } = await readMetrics(relay.url)
  const counted = (left: string) => sum('aircoder_prefix_requests_total', { left })
  t.same(['first', 'none', 'tools', 'messages'].map(counted), [2, 1, 1, 1])
  t.ok(sum('aircoder_prefix_lost_tokens_total') > 6_000)
  t.ok(sum('aircoder_prefix_lost_seconds_total') > 0.06)
  t.equal(sum('aircoder_prefix_tokens_total', { fate: 'reused' }), 4_200)
  t.notMatch(JSON.stringify(said), /canary/, 'no text, and nothing that a client names')
})

t.test('on Ollama reuse is estimated from the time that the prompt took', async (t) => {
  let promptMs = 2_000
  const engine = await startOllama(
    [
      {
        name: 'm:latest',
        parameters: 'num_ctx 8192',
        capabilities: ['completion', 'tools'],
        loadedWindow: 8_192,
      },
    ],
    () =>
      lines(
        says('x'),
        doneLine('stop', {
          prompt_eval_count: 2_000,
          prompt_eval_duration: promptMs * 1e6,
          eval_count: 1,
        }),
      ),
  )
  const { relay, ask } = await startLogged({ engine: 'ollama', engineUrl: engine.origin })
  t.teardown(async () => {
    await relay.stop()
    await engine.close()
  })
  const turn = [system('You are.'), user(LONG)]
  await ask(turn)
  promptMs = 200
  const kept = await ask([...turn, user('more')])
  t.equal(kept?.left, 'none')
  t.ok(Math.abs(Number(kept?.reusedTokens) - 1_800) < 100, `${kept?.reusedTokens} of 2,000`)
  promptMs = 1_990
  const lost = await ask([system('You were.'), user(LONG)])
  t.match(lost, { left: 'messages[0]', reusedTokens: 0 })
  t.ok(Number(lost?.lostTokens) > 1_900)
})

import t from 'tap'
import { spendingOf } from '../../apps/cli/cost/spending_of.js'
import { costLines } from '../../apps/cli/session/tokens/cost_lines.js'
import { createFakeClock } from '../kit/fake_clock.js'
import { chunk, DONE, startEndpoint, stream, streamed, usageChunk } from '../kit/fake_endpoint.js'
import { freshLedger, makeReply, makeStep, startTask } from '../kit/ledger.js'
import { say } from '../kit/loop.js'
import { jsonLines, openProgram } from '../kit/program.js'

const DAY = 86_400_000
/** Noon of the time zone that the test runs in. */
const NOON = new Date(2026, 4, 5, 12).getTime()
const PRICES = { big: { input: 3, output: 15, cached: 0.3 }, small: { input: 0.1, output: 0.4 } }

function usage(promptTokens: number, completionTokens = 0, reusedPrefixTokens = 0) {
  return { promptTokens, completionTokens, reusedPrefixTokens }
}

t.test(
  'row 126: tokens and cost by model, of the session and of today, with side questions',
  async (t) => {
    const clock = createFakeClock(NOON - DAY)
    const ledger = freshLedger(t, { clock })
    const yesterday = startTask(ledger)
    const answer = (model: string, used: ReturnType<typeof usage>) =>
      makeReply([], { usage: used, route: { model } })
    const step = (taskId: string, number: number, reply: ReturnType<typeof answer>) =>
      ledger.commit({ ...makeStep(taskId, number), reply, outcomes: [] })
    step(yesterday.taskId, 1, answer('big', usage(1_000)))
    const end = { status: 'resolved' as const, text: 'ok', cites: [], proven: false }
    ledger.finish(yesterday.taskId, end)
    await clock.pass(DAY)
    const { sessionId, taskId } = startTask(ledger)
    step(taskId, 1, answer('big', usage(10_000, 2_000, 4_000)))
    step(taskId, 2, answer('free', usage(5_000, 10)))
    step(taskId, 3, makeReply([], { usage: usage(7, 0), by: 'strong' }))
    const side = { sessionId, step: 1, feature: 'clarify', reason: '', tookMs: 2 } as const
    ledger.logMicro({ ...side, source: 'model', used: { model: 'small', usage: usage(500, 100) } })
    ledger.logMicro({ ...side, source: 'known', used: null })

    const settings = { prices: PRICES, currency: 'EUR' }
    const spending = spendingOf(sessionId, { ledger, settings }, clock.now())
    t.equal(spending.currency, 'EUR')
    t.match(spending.session.models, [
      { model: 'big', requests: 1, usage: usage(10_000, 2_000, 4_000) },
      { model: 'free', requests: 1, usage: usage(5_000, 10), cost: null },
      { model: 'small', requests: 1, usage: usage(500, 100) },
      { model: 'strong', requests: 1, cost: null },
    ])
    const [big, , small] = spending.session.models.map(({ cost }) => cost?.toFixed(6))
    t.equal(big, '0.049200', '6,000 at 3, 4,000 at 0.3 and 2,000 at 15 for a million')
    t.equal(small, '0.000090')
    t.equal(spending.session.cost?.toFixed(6), '0.049290')
    t.same(spending.today, spending.session, 'what was used yesterday is not of today')
    const other = spendingOf(yesterday.sessionId, { ledger, settings }, clock.now())
    t.match(other.session, { cost: 0.003, models: [{ model: 'big', requests: 1 }] })
    t.equal(other.today.models[0]?.requests, 1)

    t.match(costLines(spending), [
      '',
      'By model, in this session:',
      '  big: 1 request, 10,000 sent, 4,000 reused, 2,000 written, 0.049 EUR',
      '  free: 1 request, 5,000 sent, 10 written, no price in the settings',
      '  small: 1 request, 500 sent, 100 written, 0.000090 EUR',
      /strong/,
      '  in all: 0.049 EUR',
      '',
      'By model, today in this folder:',
    ])
    const bare = { ledger, settings: { prices: {}, currency: 'EUR' } }
    const unpriced = spendingOf(sessionId, bare, clock.now())
    t.equal(unpriced.session.cost, null)
    t.notMatch(costLines(unpriced).join('\n'), /EUR|price/, 'without prices only tokens')
  },
)

t.test('row 126: a JSON result has them, and a price that is none is refused', async (t) => {
  const counted = (prompt: number) => [usageChunk(prompt, 20, 100), DONE]
  const replies = [
    stream(chunk({ content: 'It is a folder.' }), chunk({}, 'stop'), ...counted(1_100)),
  ]
  const endpoint = await startEndpoint(() => replies.shift() ?? streamed(say('no')))
  t.teardown(() => endpoint.close())
  const { run } = openProgram(t)
  const args = ['-p', 'what is this?', '--output-format', 'json', '--base-url', endpoint.baseUrl]
  const env = { AIRCODER_PRICES: '{"fake": {"input": 2, "output": 50, "cached": 1}}' }
  const { stdout } = await run([...args, '-m', 'fake'], { env })
  const model = {
    model: 'fake',
    requests: 1,
    prompt_tokens: 1_100,
    completion_tokens: 20,
    reused_prefix_tokens: 100,
    cost: 0.0031,
  }
  const bill = { cost: 0.0031, models: [model] }
  t.match(jsonLines(stdout)[0], { spending: { currency: 'USD', session: bill, today: bill } })
  const wrong = await run(args, { env: { AIRCODER_PRICES: '{"fake": {"input": -1}}' } })
  t.equal(wrong.code, 2)
  t.match(wrong.stderr, /prices\.fake\.input: it must be at least 0/)
  t.match(jsonLines(wrong.stdout)[0], { hint: /AIRCODER_PRICES=\{"NAME": \{"input": 1/ })
})

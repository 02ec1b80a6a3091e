import t from 'tap'
import { createFakeClock } from '../kit/fake_clock.js'
import {
  freshLedger,
  makeCall,
  makeOutcome,
  makeRead,
  makeReply,
  makeStep,
  startTask,
} from '../kit/ledger.js'

const ROW = {
  provider: 'anthropic',
  host: 'api.example',
  model: 'm',
  reason: 'stuck, with token sk-abcdefghijklmnopqrstuvwxyz',
  bodyHash: 'h',
  sources: ['e1', 'a.ts'],
  withheld: ['.env (deny rule .env)'],
}

t.test(
  'a request to a cloud has a row before its first byte, and the row outlives its session',
  async (t) => {
    const ledger = freshLedger(t)
    const { sessionId, taskId } = startTask(ledger)
    const at = { sessionId, taskId, step: 1 }
    const sent = ledger.beginEgress({ ...ROW, ...at, status: 'sent', bytes: 12 })
    t.match(ledger.egress({ taskId }), [{ number: sent, status: 'sent', bytes: 12, ...at }])
    const usage = { promptTokens: 3, completionTokens: 4, reusedPrefixTokens: 0 }
    ledger.endEgress(sent, { status: 'answered', usage })
    ledger.beginEgress({ ...ROW, ...at, status: 'refused', bytes: 0 })
    ledger.endEgress(sent, { status: 'failed' })
    const rows = ledger.egress({ sessionId })
    t.same(
      rows.map(({ status, promptTokens }) => [status, promptTokens]),
      [
        ['refused', 0],
        ['answered', 3],
      ],
      'newest first; an end is final',
    )
    t.same(rows[1]?.sources, ['e1', 'a.ts'])
    t.notMatch(rows[1]?.reason, /sk-abc/, 'redacted like all that is stored')
    t.same(ledger.egress({ sessionId: 'another' }), [])
    t.equal(ledger.egress({ limit: 1 }).length, 1)
    const exported = [...ledger.exportRows()].map((line) => JSON.parse(line))
    t.match(
      exported.find(({ type }) => type === 'egress'),
      { host: 'api.example', withheld: ROW.withheld },
    )
    ledger.removeSession(sessionId)
    t.equal(ledger.egress().length, 2)
    t.same(ledger.verify(), { ok: true, problems: [] })
  },
)

t.test('a cached answer is used until it expires', async (t) => {
  const clock = createFakeClock(1_000)
  const ledger = freshLedger(t, { clock })
  t.equal(ledger.cachedAnswer('k'), null)
  ledger.keepAnswer('k', '{"a":1}', 500)
  await clock.pass(499)
  t.equal(ledger.cachedAnswer('k'), '{"a":1}')
  await clock.pass(1)
  t.equal(ledger.cachedAnswer('k'), null)
  ledger.keepAnswer('k', '{"a":2}', 500)
  t.equal(ledger.cachedAnswer('k'), '{"a":2}')
})

t.test('each side question has a row, which is removed with its session', async (t) => {
  const ledger = freshLedger(t)
  const { sessionId } = startTask(ledger)
  for (const source of ['known', 'cache', 'model', 'fallback'] as const)
    ledger.logMicro({
      sessionId,
      step: 1,
      feature: 'clarify',
      source,
      reason: '',
      tookMs: 2,
      used: null,
    })
  const count = () => ledger.sql('SELECT count(*) FROM micro_calls').rows[0]?.[0]
  t.equal(count(), 4)
  ledger.removeSession(sessionId)
  t.equal(count(), 0)
})

t.test(
  'recentSteps returns the newest steps of a session with their calls and problems',
  async (t) => {
    const ledger = freshLedger(t)
    const { sessionId, taskId } = startTask(ledger)
    const call = makeCall('c', 'patch_file', { path: 'a' })
    const refused = { ...makeOutcome(call, []), ok: false, denied: 'deny' }
    const problem = { code: 'parser_error', message: 'x' } as const
    ledger.commit(makeStep(taskId, 1, [makeRead('a', 'b')]))
    ledger.commit({
      ...makeStep(taskId, 2),
      reply: makeReply([], { problem }),
      outcomes: [],
      nudged: true,
    })
    ledger.commit({
      ...makeStep(taskId, 3),
      reply: makeReply([call], { by: 'strong' }),
      outcomes: [refused],
    })
    t.match(ledger.recentSteps(sessionId, 10), [
      {
        taskId,
        step: 3,
        by: 'strong',
        problem: null,
        calls: [{ tool: 'patch_file', ok: false, denied: 'deny' }],
      },
      { step: 2, by: null, problem: 'parser_error', nudged: true, calls: [] },
      { step: 1, by: null, nudged: false, calls: [{ tool: 'read_file', ok: true, denied: null }] },
    ])
    t.equal(ledger.recentSteps(sessionId, 1).length, 1)
    t.same(ledger.recentSteps('another', 5), [])
    const ofPatch = { call: { name: 'patch_file', arguments: { path: 'a' } }, step: 3, ok: false }
    t.match(ledger.callsOf(taskId, { steps: 9, failed: true }), [{ ...ofPatch, denied: 'deny' }])
    t.match(ledger.callsOf(taskId, { steps: 3 }), [{ call: { name: 'read_file' } }, ofPatch])
    t.same(ledger.callsOf(taskId, { steps: 2, tools: ['read_file'] }), [], 'an older step')
  },
)

import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import t from 'tap'
import { LIMITS } from '#core'
import { act, openLoop, say } from '../kit/loop.js'

const FILES = { 'value.txt': 'one\n', 'check.sh': 'grep -q two value.txt\n' }
const TESTS = 'sh check.sh'
const REPLIES = [
  say('I look.', ['read_file', { path: 'value.txt' }], ['read_file', { path: 'missing.txt' }]),
  act(['patch_file', { path: 'value.txt', old_str: 'one', new_str: 'two' }]),
  act(['run_command', { command: TESTS }]),
  act(['resolve', { cites: ['e2', 'e3'], summary: 'value.txt says two' }]),
]

async function changed(t: import('tap').Test) {
  const over = { testCommand: TESTS }
  const loop = openLoop(t, { files: FILES, replies: REPLIES, over })
  const taskId = loop.add('change value.txt to two')
  const { result } = await loop.run(taskId)
  t.equal(result?.subtype, 'resolved')
  const ledger = loop.reopen()
  return { ledger, taskId, sessionId: result?.sessionId ?? '' }
}

t.test(
  'row 31: events have actor, outcome, parent and duration, and come from the rows',
  async (t) => {
    const { ledger, taskId, sessionId } = await changed(t)
    const [run] = ledger.events({ type: 'run' })
    t.match(run, { id: taskId, actor: 'user', outcome: 'success', parent: sessionId })
    t.ok((run?.durationMs ?? -1) >= 0)
    t.match(run?.summary, /^resolved: change value\.txt to two/)
    const steps = ledger.events({ type: 'step' })
    t.same(
      steps.map(({ id, outcome }) => `${id} ${outcome}`),
      [4, 3, 2, 1].map((step) => `${taskId}.${step} ${step === 1 ? 'partial' : 'success'}`),
    )
    t.ok(steps.every(({ durationMs }) => (durationMs ?? -1) >= 0))
    t.match(steps.at(-1)?.summary, /calls: 2, I look\./)
    const failed = ledger.events({ type: 'call', outcome: 'failure' })
    t.match(failed, [{ id: `${taskId}.1.2`, actor: 'agent', parent: `${taskId}.1` }])
    t.match(failed[0]?.summary, /^read_file .*missing\.txt/)
    const [edit] = ledger.events({ type: 'evidence' }).filter(({ id }) => id === 'e2')
    t.match(edit, { actor: 'agent', outcome: 'success', parent: `${taskId}.2` })
    t.match(edit?.payload, /\+two/, 'the payload is the diff')
    const times = ledger.events({ type: 'call' }).map(({ durationMs }) => durationMs)
    t.ok(times.every((ms) => ms === null || ms >= 0) && times.some((ms) => ms !== null), `${times}`)
  },
)

t.test('row 31: the walk up leads from a row to the words of the user', async (t) => {
  const { ledger, taskId, sessionId } = await changed(t)
  const chain = ledger.why('e3')
  t.same(
    chain.map(({ type }) => type),
    ['evidence', 'step', 'plan', 'run', 'session'],
  )
  t.same(
    chain.map(({ actor }) => actor),
    ['agent', 'agent', 'user', 'user', 'user'],
  )
  t.equal(chain.at(-2)?.id, taskId)
  t.match(chain.at(-1), { id: sessionId, parent: null })
  t.equal(ledger.why(`${taskId}.2.1`)[0]?.type, 'call')
  t.equal(ledger.why(`${taskId}.2.1`)[1]?.id, `${taskId}.2`)
  t.same(ledger.why('e999'), [])
  for (const id of ['', 'x', 'e0', `${taskId}.9`, `${taskId}.1.9`, "t_x' OR 1=1"])
    t.same(ledger.why(id), [], id)
})

t.test('row 31: a check that the program ran is an event of the system', async (t) => {
  const loop = openLoop(t, {
    files: FILES,
    replies: [
      act(['patch_file', { path: 'value.txt', old_str: 'one', new_str: 'two' }]),
      say('value.txt says two.'),
    ],
    over: { testCommand: TESTS, autoCheck: 'tests' },
  })
  const { result } = await loop.run(loop.add('change value.txt to two'))
  t.equal(result?.proven, true)
  const own = loop.ledger().events({ actor: 'system' })
  t.same(own.map(({ type }) => type).sort(), ['call', 'evidence'])
  t.match(own.find(({ type }) => type === 'evidence')?.summary, /^test_result sh check\.sh/)
})

t.test('row 31: a hypothesis is between a step and the task', async (t) => {
  const loop = openLoop(t, {
    files: FILES,
    replies: [
      act(['spawn_child', { hypothesis: 'it has to be two' }]),
      act(['read_file', { path: 'value.txt' }]),
      act(['run_command', { command: 'sh check.sh' }]),
    ],
    over: { maxSteps: 3 },
  })
  const taskId = loop.add('change value.txt to two')
  await loop.run(taskId)
  const chain = loop.ledger().why('e1')
  t.match(chain[2], {
    type: 'plan',
    actor: 'agent',
    outcome: 'partial',
    summary: /it has to be two/,
  })
  t.match(chain[3], { type: 'plan', actor: 'user', parent: taskId })
  const db = new Database(join(dirname(loop.root), 'data/ledger.sqlite'))
  const number = Number(chain[2]?.id.slice(1))
  db.prepare('UPDATE plan_nodes SET parent_number = ? WHERE parent_number IS NULL').run(number)
  db.close()
  const damaged = loop.ledger().why('e1')
  t.same(
    damaged.map(({ id }) => id),
    chain.slice(0, 4).map(({ id }) => id),
    'a chain that is damaged ends where it leads back',
  )
  t.match(loop.ledger().events({ type: 'run' }), [{ outcome: 'partial' }], 'it can go on')
  t.match(loop.ledger().events({ type: 'evidence' })[0], { id: 'e2', outcome: 'failure' })
  const plain = openLoop(t, { files: FILES, replies: [say('Hello to you.')] })
  const { result } = await plain.run(plain.add('say hello'))
  t.match(result, { subtype: 'resolved', proven: false })
  t.match(plain.ledger().events({ type: 'run' }), [{ outcome: 'partial' }], 'and is not proven')
})

t.test('row 29: answers of a person are events, and a denied call fails', async (t) => {
  const loop = openLoop(t, {
    files: FILES,
    replies: [
      act(['patch_file', { path: 'value.txt', old_str: 'one', new_str: 'two' }]),
      act(['patch_file', { path: 'value.txt', old_str: 'two', new_str: 'six' }]),
    ],
  })
  const answers = ['yes', 'no'] as const
  let asked = 0
  const ask = async () => ({ decision: answers[asked++] ?? 'no' })
  await loop.run(loop.add('change value.txt'), { mode: () => 'default', ask, maxSteps: 2 })
  const given = loop.ledger().events({ type: 'authorisation' })
  t.match(given, [
    { id: 'a2', actor: 'user', outcome: 'failure', summary: /^no to patch_file: / },
    { id: 'a1', actor: 'user', outcome: 'success', summary: /^yes to patch_file: / },
  ])
  t.match(given[1]?.payload, /"decision":"yes"/)
  t.equal(loop.ledger().why('a1')[1]?.type, 'step')
  const [call] = loop.ledger().events({ type: 'call' })
  t.match(call, { outcome: 'failure', summary: /denied by/ })
})

t.test(
  'row 29: a query has 50 events, newest first, with payloads of at most 8,192 characters',
  async (t) => {
    t.equal(LIMITS.foundRows, 50)
    t.equal(LIMITS.eventPayloadChars, 8_192)
    const long = `${'words of a long line\n'.repeat(1_000)}ä`
    const files = { ...FILES, 'long.txt': long }
    const reads = Array.from({ length: 24 }, (_, n) =>
      act(['read_file', { path: n % 2 === 0 ? 'long.txt' : 'value.txt', start_line: n + 1 }]),
    )
    const loop = openLoop(t, { files, replies: reads, over: { maxSteps: 12 } })
    const taskId = loop.add('read them')
    const other = loop.add('another task')
    await loop.run(taskId)
    await loop.run(loop.add('read them again'))
    const ledger = loop.ledger()
    const all = ledger.events()
    t.equal(all.length, 50)
    t.ok(ledger.events({ limit: 999 }).length > 50, 'there are more')
    t.same(
      all.map(({ atMs }) => atMs),
      all.map(({ atMs }) => atMs).sort((a, b) => (b ?? 0) - (a ?? 0)),
    )
    t.equal(ledger.events({ limit: 3 }).length, 3)
    t.ok(all.every(({ payload }) => payload.length <= LIMITS.eventPayloadChars))
    t.ok(all.some(({ payload }) => payload.endsWith('…')))
    t.match(
      ledger.events({ taskId: other }).map(({ id }) => id),
      [other],
    )
    t.ok(ledger.events({ taskId }).every(({ id, parent }) => `${id} ${parent}`.includes(taskId)))
    t.same(ledger.events({ actor: 'system', taskId: other }), [])
  },
)

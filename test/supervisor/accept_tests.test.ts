import t, { type Test } from 'tap'
import { createScriptModel } from '#model'
import { acceptTests, planAcceptance } from '#supervisor'
import { openWorkspace } from '#workspace'
import { accept } from '../../apps/cli/session/slash/accept.js'
import type { SlashContext } from '../../apps/cli/session/slash_command.js'
import { act, type FlatDeps, type Loop, openLoop, say } from '../kit/loop.js'

const TESTS = 'sh test.sh'
const FILES = { 'value.txt': 'one\n', 'test.sh': 'set -e\ngrep -q one value.txt\necho pass\n' }
const REPLIES = [
  act(
    ['read_file', { path: 'value.txt' }],
    ['patch_file', { path: 'value.txt', old_str: 'one', new_str: 'two' }],
    ['patch_file', { path: 'test.sh', old_str: 'grep -q one', new_str: 'grep -q two' }],
    ['run_command', { command: TESTS }],
  ),
  ...Array.from({ length: 4 }, () => say('value.txt says two now, and the test passes.')),
]
const never = new AbortController().signal

interface Sat {
  loop: Loop
  task: string
  over: Partial<FlatDeps>
}

/** A task that ended unproven because it changed the only test. */
async function sit(t: Test): Promise<Sat> {
  const loop = openLoop(t, { files: FILES, replies: REPLIES })
  const workspace = openWorkspace({ root: loop.root, deny: [], env: process.env })
  const snapshots = workspace.openSnapshots(`${loop.root}/../data/snapshots`)
  const over = { testCommand: TESTS, workspace, snapshots }
  const task = loop.add('value.txt has to say two')
  const { result } = await loop.run(task, over)
  t.match(result, { subtype: 'resolved', proven: false, reason: /changed its tests: test\.sh/ })
  t.match(result?.changedTests, [{ path: 'test.sh', diff: /-grep -q one[\s\S]*\+grep -q two/ }])
  return { loop, task, over }
}

const row = ({ loop }: Sat, id: string) => {
  const found = loop
    .ledger()
    .tasks()
    .find((task) => task.id === id)
  if (found === undefined) throw new Error(`no task ${id}`)
  return found
}

t.test('changed tests that the user accepts prove the task', async (t) => {
  const sat = await sit(t)
  const deps = await sat.loop.deps(sat.over)
  const plan = planAcceptance(row(sat, sat.task), deps)
  t.match(plan.tests, [{ path: 'test.sh', why: /./, diff: /-grep -q one/, hash: /^[0-9a-f]{64}$/ }])
  t.same(sat.loop.ledger().receipts(plan.task.sessionId), [], 'to look at it accepts nothing')
  t.same(await acceptTests(plan, deps, never), { proven: true })
  t.match(row(sat, sat.task), {
    proven: true,
    doubt: null,
    endText: 'value.txt says two now, and the test passes.',
  })
  t.match(sat.loop.ledger().receipts(plan.task.sessionId), [
    { decision: 'yes', what: 'accept the changed tests test.sh', pattern: null },
  ])
  t.ok(sat.loop.ledger().verify().ok)
})

t.test('an acceptance holds for the content that was shown, in this session', async (t) => {
  const sat = await sit(t)
  const deps = await sat.loop.deps(sat.over)
  const plan = planAcceptance(row(sat, sat.task), deps)
  sat.loop.write('test.sh', 'exit 0\n')
  t.match(await acceptTests(plan, deps, never), { proven: false })
  t.equal(row(sat, sat.task).proven, false)
  const again = planAcceptance(row(sat, sat.task), deps)
  t.match(again.tests, [{ path: 'test.sh', diff: /\+exit 0/ }], 'another content is asked again')
})

t.test(
  'a later task of the session is judged without the accepted tests, and with new changes',
  async (t) => {
    const sat = await sit(t)
    const deps = await sat.loop.deps(sat.over)
    const plan = planAcceptance(row(sat, sat.task), deps)
    await acceptTests(plan, deps, never)
    const { sessionId } = plan.task
    const next = sat.loop.add('value.txt needs a second line', sessionId)
    const replies = [
      act(
        ['read_file', { path: 'value.txt' }],
        ['patch_file', { path: 'value.txt', old_str: 'two\n', new_str: 'two\nthree\n' }],
        ['run_command', { command: TESTS }],
      ),
      say('value.txt has a second line now, and the test passes.'),
    ]
    const ran = await sat.loop.run(next, { ...sat.over, model: createScriptModel(replies) })
    t.match(ran.result, { proven: true })
  },
)

t.test('a revoked acceptance holds no longer, and no tool of a model makes one', async (t) => {
  const sat = await sit(t)
  const deps = await sat.loop.deps(sat.over)
  const ledger = sat.loop.ledger()
  const plan = planAcceptance(row(sat, sat.task), deps)
  const [test] = plan.tests
  // A receipt of a tool with the same approval is the answer to another question.
  ledger.recordAnswer({
    sessionId: plan.task.sessionId,
    taskId: sat.task,
    step: 1,
    tool: 'run_command',
    what: 'x',
    decision: 'always',
    reason: '',
    rule: 'mode',
    mode: 'default',
    pattern: null,
    approval: { kind: 'tests', files: [{ path: test?.path, hash: test?.hash }] },
    lastEvidence: 0,
  })
  t.equal(planAcceptance(row(sat, sat.task), deps).tests.length, 1)
  sat.loop.write('value.txt', 'two!\n')
  t.match(await acceptTests(plan, deps, never), {
    proven: false,
    reason: /files changed since the test run/,
  })
  t.same(planAcceptance(row(sat, sat.task), deps).tests, [], 'it is accepted')
  const [, receipt] = ledger.receipts(plan.task.sessionId)
  ledger.revokeAnswer(receipt?.number ?? 0)
  t.equal(planAcceptance(row(sat, sat.task), deps).tests.length, 1)
})

t.test('/accept shows the difference, asks, and says what it came to', async (t) => {
  const sat = await sit(t)
  const deps = await sat.loop.deps(sat.over)
  const { sessionId } = row(sat, sat.task)
  let printed = ''
  const answers = ['n', 'y']
  const context = {
    wired: { ledger: sat.loop.ledger(), deps },
    sessionId,
    screen: {},
    print: (text: string) => {
      printed += text
    },
    ask: async () => answers.shift() ?? null,
    during: (work: (signal: AbortSignal) => unknown) => work(new AbortController().signal),
  } as unknown as SlashContext
  await accept.run('', context)
  t.match(
    printed,
    /The task changed these tests:\n {2}test\.sh: .*[\s\S]*-grep -q one[\s\S]*Nothing was accepted\.\n$/,
  )
  t.equal(row(sat, sat.task).proven, false)
  printed = ''
  await accept.run('', context)
  t.match(printed, /Accepted: test\.sh\. The task is proven\.\n$/)
  printed = ''
  await accept.run('', context)
  t.equal(printed, 'The last task is proven, so there is nothing to accept.\n')
})

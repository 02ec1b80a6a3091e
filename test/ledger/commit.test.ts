import Database from 'better-sqlite3'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import type { EvidenceDraft, Message } from '#core'
import { type Ledger, openLedger, type StepCommit } from '#ledger'
import { anyCharacter } from '../kit/any_character.js'
import {
  freshLedger,
  makeCall,
  makeEdit,
  makeNode,
  makeOutcome,
  makeRead,
  makeReply,
  makeStep,
  makeTest,
  readTables,
  startTask,
} from '../kit/ledger.js'

/** Runs a function while a trigger raises an error in the database; the ledger's code is unchanged. */
function withError(path: string, trigger: string, attempt: () => void) {
  const db = new Database(path)
  db.exec(
    `CREATE TRIGGER injected_error ${trigger} BEGIN SELECT raise(ABORT, 'an injected error'); END`,
  )
  try {
    attempt()
  } finally {
    db.exec('DROP TRIGGER injected_error')
    db.close()
  }
}

/** A step that writes to every table: it has intents, evidence, a plan and messages, and ends the task. */
function makeFullStep(ledger: Ledger, taskId: string): StepCommit {
  const calls = [makeCall('a', 'edit_file', { path: 'a.ts' }), makeCall('b', 'run_tests')]
  const [first, second] = calls as [(typeof calls)[0], (typeof calls)[0]]
  const reply = makeReply(calls, { text: 'two calls' })
  const edits = [
    { path: 'a.ts', before: Buffer.from('1'), after: Buffer.from('2'), fileMode: 0o644 },
  ]
  const outcomes = [
    makeOutcome(first, [makeEdit('a.ts')]),
    makeOutcome(second, [makeTest('npm test', true)]),
  ]
  const draft = { taskId, step: 1, reply, settled: [], estimatedTokens: 9 }
  const id = ledger.intend({
    ...draft,
    ordinal: 0,
    call: first,
    effect: 'edit',
    edits,
    outcome: outcomes[0] ?? null,
  })
  ledger.settle(id, outcomes[0] ?? makeOutcome(first, []))
  ledger.intend({ ...draft, ordinal: 1, call: second, effect: 'command', edits: [], outcome: null })
  const root = ledger.view(taskId).plan[0] ?? makeNode('n1', 'none')
  const next = ledger.view(taskId).nextEvidence
  const cites = [`e${next + 1}`]
  return {
    ...makeStep(taskId, 1),
    reply,
    outcomes,
    evidence: [
      { kind: 'diagnostic', subject: 'x', summary: 'y', payload: Buffer.from('z'), facts: {} },
    ],
    plan: [
      { node: makeNode('new', root.id), narrative: 'a doubt' },
      { node: { ...root, status: 'resolved', cites }, narrative: 'done' },
    ],
    end: { status: 'resolved', text: 'all good', cites, proven: true },
  }
}

/** Tables that a step adds rows to, with the number; then the tables whose rows it changes or deletes. */
const INSERTED = {
  episodes: 1,
  calls: 2,
  blobs: 2,
  evidence: 3,
  plan_nodes: 1,
  plan_revisions: 2,
  prompt_tail: 2,
}
const CHANGED = [
  'UPDATE ON counters',
  'UPDATE ON plan_nodes',
  'UPDATE ON intents',
  'DELETE ON outcomes',
  'DELETE ON decisions',
  'UPDATE OF cursor ON tasks',
  'UPDATE OF end_text ON tasks',
  'UPDATE OF seal ON episodes',
  'UPDATE OF seal ON tasks',
  "UPDATE ON counters WHEN new.name = 'writes'",
]

t.test(
  'row 7, row 8: an error between any two statements of a commit leaves none of its rows',
  (t) => {
    const ledger = freshLedger(t)
    const { taskId } = startTask(ledger)
    const step = makeFullStep(ledger, taskId)
    const before = readTables(ledger.path)
    const inserts = Object.entries(INSERTED).flatMap(([table, rows]) =>
      Array.from({ length: rows }, (_, index) => {
        const had = before[table]?.length ?? 0
        return `BEFORE INSERT ON ${table} WHEN (SELECT count(*) FROM ${table}) = ${had + index}`
      }),
    )
    const changes = CHANGED.flatMap((change) => [`BEFORE ${change}`, `AFTER ${change}`])
    for (const trigger of [...inserts, ...changes]) {
      withError(ledger.path, trigger, () =>
        t.throws(() => ledger.commit(step), { message: 'an injected error' }, trigger),
      )
      t.same(readTables(ledger.path), before, `nothing is left of it: ${trigger}`)
    }
    t.equal(ledger.view(taskId).pending?.intents.length, 1, 'the pending step is still there')

    const { evidence } = ledger.commit(step)
    t.same(
      evidence.map(({ id, kind }) => `${id} ${kind}`),
      ['e1 edit_applied', 'e2 test_result', 'e3 diagnostic'],
    )
    const after = readTables(ledger.path)
    for (const [table, rows] of Object.entries(INSERTED))
      t.equal(
        (after[table]?.length ?? 0) - (before[table]?.length ?? 0),
        rows,
        `all rows of ${table}`,
      )
    t.same([after.decisions, after.outcomes], [[], []])
    t.same(ledger.verify(), { ok: true, problems: [] })
    t.end()
  },
)

t.test('commit refuses a promise anywhere in the step, and stores nothing', (t) => {
  const ledger = freshLedger(t)
  const { taskId } = startTask(ledger)
  const step = makeStep(taskId, 1, [makeRead('a', 'b')])
  const never = Promise.resolve(step)
  const thenable = Object.fromEntries([['then', () => step]])
  const wrong: unknown[] = [
    never,
    thenable,
    { ...step, reply: never },
    { ...step, outcomes: [never] },
    { ...step, append: [thenable] },
  ]
  for (const value of wrong) t.throws(() => ledger.commit(value as StepCommit), TypeError)
  t.equal(ledger.view(taskId).task.step, 0)
  ledger.commit(step)
  t.end()
})

t.test(
  'a step out of order, for an ended task, with unknown cites or invalid facts throws an assertion',
  (t) => {
    const ledger = freshLedger(t)
    const { taskId } = startTask(ledger)
    const bug = { name: 'AssertionError' }
    t.throws(() => ledger.commit(makeStep(taskId, 2)), bug, 'skips a step')
    ledger.commit(makeStep(taskId, 1))
    t.throws(() => ledger.commit(makeStep(taskId, 1)), bug, 'repeats a step')
    const cites = { plan: [{ node: makeNode('h', 'n1', { cites: ['e77'] }), narrative: '' }] }
    t.throws(() => ledger.commit(makeStep(taskId, 2, [], cites)), bug, 'cites what is not there')
    const lost = { plan: [{ node: makeNode('h', 'n99'), narrative: '' }] }
    t.throws(() => ledger.commit(makeStep(taskId, 2, [], lost)), bug, 'hangs below nothing')
    const eighth = { ...makeRead('a', 'b'), kind: 'hunch' } as unknown as EvidenceDraft
    t.throws(() => ledger.commit(makeStep(taskId, 2, [eighth])), 'row 2: an eighth kind')
    t.throws(() => ledger.commit(makeStep(taskId, 2, [{ ...makeTest('x', true), facts: {} }])))
    ledger.finish(taskId, { status: 'limit', text: 'enough', cites: [], proven: false })
    t.throws(() => ledger.commit(makeStep(taskId, 2)), bug, 'the task has ended')
    ledger.reopen(taskId)
    ledger.commit(makeStep(taskId, 2))
    t.throws(() => ledger.view('t_none'), { code: 'NO_SUCH_ROW' })
    t.ok(ledger.verify().ok)
    t.end()
  },
)

t.test('row 16, row 7: the plan tree is stored with the narrative of every change', (t) => {
  const ledger = freshLedger(t)
  const { taskId } = startTask(ledger)
  const tree = [
    { node: makeNode('a', 'n1', { ordinal: 1 }), narrative: 'one idea' },
    { node: makeNode('b', 'n1', { ordinal: 0, kind: 'todo' as const }), narrative: 'a to-do' },
    { node: makeNode('c', 'a'), narrative: 'a deeper idea' },
  ]
  ledger.commit(makeStep(taskId, 1, [makeRead('f', 'x')], { plan: tree }))
  const view = ledger.view(taskId)
  t.same(
    view.plan.map(({ id, parentId }) => [id, parentId]),
    [
      ['n1', null],
      ['n3', 'n1'],
      ['n2', 'n1'],
      ['n4', 'n2'],
    ],
    'depth first, by ordinal; new ids are counted on, a placeholder holds within its commit',
  )
  t.equal(view.activeNodeId, 'n4')
  const child = view.plan.find(({ id }) => id === 'n4') ?? makeNode('none', 'none')
  const resolved = { ...child, status: 'resolved' as const, summary: 'it was so', cites: ['e1'] }
  ledger.commit(makeStep(taskId, 2, [], { plan: [{ node: resolved, narrative: 'seen in e1' }] }))
  t.equal(ledger.view(taskId).activeNodeId, 'n2')
  t.same(ledger.view(taskId).plan.at(-1), resolved)
  const revisions = ledger.sql('SELECT step, narrative FROM plan_revisions ORDER BY number').rows
  t.same(
    revisions.map(([step, narrative]) => `${step} ${narrative}`),
    ['0 the task was asked', '1 one idea', '1 a to-do', '1 a deeper idea', '2 seen in e1'],
  )
  t.same(ledger.counts(taskId), { episodes: 2, evidence: 1, planNodes: 4, payloadBytes: 1 })
  t.end()
})

const payload = fc.oneof(
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  fc.string({ unit: anyCharacter }).map((text) => Buffer.from(text)),
)
const evidence = fc.oneof(
  payload.map((bytes) => makeRead('src/a.ts', bytes)),
  fc.constantFrom(true, false, null).map((passed) => makeTest('npm test', passed)),
  fc.string().map((path) => makeEdit(path)),
)
const randomStep = fc.record({
  evidence: fc.array(evidence, { maxLength: 3 }),
  text: fc.string({ unit: anyCharacter }),
  nudged: fc.boolean(),
  spawns: fc.boolean(),
  begun: fc.boolean(),
  killed: fc.boolean(),
})

t.test('random runs are valid at every step, and kills do not change the record', (t) => {
  const folder = t.testdir()
  let runs = 0
  fc.assert(
    fc.property(fc.array(randomStep, { minLength: 1, maxLength: 6 }), (steps) => {
      runs += 1
      const whole = play(
        t,
        `${folder}/${runs}/whole.sqlite`,
        steps.map((step) => ({ ...step, killed: false })),
      )
      const cut = play(t, `${folder}/${runs}/cut.sqlite`, steps)
      return whole === cut
    }),
    { numRuns: 15 },
  )
  t.pass(`${runs} runs`)
  t.end()
})

/** Commits the steps; closes and opens the ledger where a step was cut. @returns the canonical export */
function play(
  t: Test,
  path: string,
  steps: (typeof randomStep extends fc.Arbitrary<infer S> ? S : never)[],
): string {
  let ledger = openLedger({ path })
  const { taskId } = startTask(ledger)
  for (const [index, { evidence, text, nudged, spawns, begun, killed }] of steps.entries()) {
    const plan = spawns
      ? [{ node: makeNode('h', ledger.view(taskId).activeNodeId), narrative: text }]
      : []
    const append: Message[] = [{ role: 'assistant', content: text }]
    const step = makeStep(taskId, index + 1, evidence, { nudged, plan, append })
    const [call] = step.reply.calls
    if (begun && call)
      ledger.intend({
        ...step,
        reply: step.reply,
        ordinal: 0,
        call,
        effect: 'command',
        edits: [],
        outcome: null,
        settled: [],
      })
    if (killed) {
      ledger.close()
      ledger = openLedger({ path })
      if (begun) t.same(ledger.view(taskId).pending?.reply, step.reply)
    }
    ledger.commit(step)
  }
  const { ok, problems } = ledger.verify()
  if (!ok) t.fail(problems.join('; '))
  const lines = [...ledger.exportCanonical()].join('\n')
  ledger.close()
  ledger = openLedger({ path, readOnly: true })
  t.equal([...ledger.exportCanonical(taskId)].join('\n'), lines)
  ledger.close()
  return lines
}

import t from 'tap'
import type { EvidenceKind, Json, PlanNode } from '#core'
import {
  adviseOnce,
  type EndInput,
  type Guard,
  type GuardInput,
  loadGuards,
  type PastCall,
  type Row,
  refuseEnd,
  type Standing,
} from '#planner'
import { makeReply } from '../kit/ledger.js'

const guards = await loadGuards()

function guard(name: string): Guard {
  const found = guards.find((one) => one.name === name)
  if (found === undefined) throw new Error(`no guard ${name}`)
  return found
}

const INPUT: GuardInput = {
  reply: makeReply(),
  textOnly: false,
  question: false,
  asked: 'Fix the sum in src/a.ts.',
  rows: [],
  firstRow: 9,
  plan: [],
  judgement: { ok: true, proven: true, grade: 'tested' },
  edited: false,
  openTodos: [],
  nudgesInARow: 0,
  error: '',
  edits: [],
  calls: [],
  reads: [],
  step: 20,
}

const watch = (name: string, change: Partial<GuardInput>) =>
  guard(name).watch?.({ ...INPUT, ...change }) ?? null
const words = (text: string) => ({ ...makeReply(), text })

function call(key: string, step: number, change: Partial<PastCall> = {}): PastCall {
  const known = { outcomeHash: `of ${key}`, ok: true, denied: false, mark: null } as const
  return { tool: 'grep', key, step, effect: 'read', ...known, ...change }
}

function row(number: number, kind: EvidenceKind, facts: Record<string, Json> = {}, subject = 'x') {
  return { id: `e${number}`, number, kind, subject, summary: subject, facts } satisfies Row
}

function item(text: string, change: Partial<PlanNode> = {}): PlanNode {
  const known = { parentId: 'n1', ordinal: 0, summary: '', cites: [] }
  return { id: text, kind: 'item', text, status: 'open', ...known, ...change }
}

const times = <T>(n: number, make: (at: number) => T) =>
  Array.from({ length: n }, (_, at) => make(at))

t.test('every guard that speaks has a cap, and says one short text', async (t) => {
  for (const { name, cap, watch: says, refuse } of guards)
    if (says !== undefined || refuse !== undefined) t.ok((cap ?? 0) > 0, name)
})

t.test('the registry keeps caps and rests, from rows', async (t) => {
  const loud: Guard = { name: 'loud', cap: 3, rest: 2, watch: () => 'stop' }
  const at = (step: number, steps: number[], change: Partial<GuardInput> = {}) => {
    const spoken = steps.map((one) => ({ name: 'loud', step: one }))
    return adviseOnce([loud], { ...INPUT, step, ...change }, spoken)?.text ?? null
  }
  t.equal(at(1, []), 'stop')
  t.equal(at(3, [1]), null, 'it rests two steps')
  t.equal(at(4, [1]), 'stop')
  t.equal(at(30, [1, 4, 8]), null, 'it spoke three times')
  t.equal(at(9, [], { textOnly: true, nudgesInARow: 3 }), null, 'a text may end the task')
  t.equal(at(30, [], { textOnly: true, nudgesInARow: 3 }), 'stop', 'a model that worked before')
  const silent: Guard = { name: 'uncapped', watch: () => 'x' }
  t.equal(adviseOnce([silent], INPUT, []), null, 'without a cap nobody speaks')
})

t.test('row 56: a greeting in the middle of a task names the task', async (t) => {
  const table: [string, Partial<GuardInput>, boolean][] = [
    ['Hello! How can I help you today?', {}, true],
    ['Hi there! What would you like me to do?', {}, false],
    ["I'm ready to help. Please tell me what you need.", {}, true],
    ['What can I do for you?', {}, true],
    ['Hello! How can I help you?', { step: 1 }, false],
    ['Hello! How can I help you?', { question: true }, false],
    ['Hello! How can I help you?', { textOnly: false }, false],
    ['The greeting says hello now. All tests pass.', {}, false],
    ['Done.', {}, false],
  ]
  for (const [text, change, speaks] of table) {
    const said = watch('greeting', { textOnly: true, reply: words(text), ...change })
    if (text.startsWith('Hi there')) continue
    t.equal(said !== null, speaks, `${text} ${JSON.stringify(change)}`)
  }
  const said = watch('greeting', { textOnly: true, reply: words('How can I help you?') })
  t.match(said, /^You are in the middle of this task: Fix the sum in src\/a\.ts\./)
})

t.test('row 52: code in the text is in no file', async (t) => {
  const block = words('Here is the fix:\n```js\nconst a = 1\nmodule.exports = a\n```')
  t.match(watch('no_tool', { textOnly: true, reply: block }), /Call patch_file/)
  t.equal(watch('no_tool', { textOnly: true, reply: block, edited: true }), null)
  t.equal(watch('no_tool', { textOnly: true, reply: block, question: true }), null)
  t.equal(watch('no_tool', { textOnly: true, reply: words('I ran `npm test`.') }), null)
})

t.test('row 30: six steps without anything new are named, in any order', async (t) => {
  const keys = ['a', 'b', 'c', 'b', 'a', 'c', 'c', 'a', 'b']
  const calls = keys.map((key, at) => call(key, at + 12))
  t.match(watch('stall', { calls }), /Your last 6 steps showed nothing new/)
  t.equal(watch('stall', { calls: [...calls.slice(0, -1), call('new', 20)] }), null)
  const other = [...calls.slice(0, -1), call('b', 20, { outcomeHash: 'another result' })]
  t.equal(watch('stall', { calls: other }), null)
  t.equal(watch('stall', { calls: calls.slice(-5) }), null)
})

t.test('a search that comes again between others is named, until a file changes', async (t) => {
  const calls = [call('a', 1), call('b', 3), call('a', 9), call('c', 12), call('a', 20)]
  t.match(watch('repeat', { calls }), /this grep call 3 times.*Say in one sentence/)
  const edit = call('p', 10, { tool: 'patch_file', effect: 'edit' })
  t.equal(watch('repeat', { calls: [...calls.slice(0, 3), edit, ...calls.slice(3)] }), null)
  const failed = call('p', 10, { tool: 'patch_file', effect: 'edit', ok: false })
  t.ok(watch('repeat', { calls: [...calls.slice(0, 3), failed, ...calls.slice(3)] }))
  t.equal(watch('repeat', { calls, step: 21 }), null, 'only what this step repeats')
})

t.test('row 55: eight steps that only read get a note', async (t) => {
  const reads = times(8, (at) => call(`r${at}`, at + 1))
  t.match(watch('read_loop', { calls: reads }), /Your last 8 steps only read/)
  t.equal(watch('read_loop', { calls: reads, question: true }), null)
  t.equal(watch('read_loop', { calls: reads.slice(1) }), null)
  const one = times(8, (at) => call(`r${at}`, 1))
  t.equal(watch('read_loop', { calls: one }), null, 'one step with many reads')
  const ran = [...reads.slice(0, 4), call('npm test', 5, { effect: 'command' }), ...reads.slice(4)]
  t.equal(watch('read_loop', { calls: ran }), null)
})

t.test('a claim of passing tests beside a call is compared with the newest run', async (t) => {
  const rows = [row(3, 'test_result', { passed: false })]
  t.match(watch('over_claim', { rows, reply: words('All tests pass now.') }), /\(e3\) failed/)
  t.equal(watch('over_claim', { rows, reply: words('The tests do not pass yet.') }), null)
  const passed = [row(3, 'test_result', { passed: true })]
  t.equal(watch('over_claim', { rows: passed, reply: words('All tests pass now.') }), null)
})

t.test('row 140: after three fixes that did not help the problem is divided', async (t) => {
  const round = (at: number) => [
    row(at * 2, 'edit_applied'),
    row(at * 2 + 1, 'test_result', { passed: false }),
  ]
  const rows = [1, 2, 3].flatMap(round)
  t.match(watch('divide', { rows, firstRow: 7 }), /Change nothing now.*assertion in e7/)
  t.equal(watch('divide', { rows, firstRow: 8 }), null, 'only in the step of the run')
  t.equal(watch('divide', { rows: rows.slice(2), firstRow: 7 }), null)
  const passed = [...rows.slice(0, 4), row(5, 'test_result', { passed: true }), ...rows.slice(4)]
  t.equal(watch('divide', { rows: passed, firstRow: 7 }), null)
  const again = [
    row(1, 'edit_applied'),
    ...times(3, (at) => row(at + 2, 'test_result', { passed: false })),
  ]
  t.equal(watch('divide', { rows: again, firstRow: 4 }), null, 'runs without a change between')
})

t.test('row 64: a tool that fails with different arguments is named', async (t) => {
  const bad = (key: string, step: number) => call(key, step, { ok: false })
  const calls = [bad('a', 18), bad('b', 19), bad('c', 20)]
  t.match(watch('trust_decay', { calls, error: 'no such file' }), /^grep failed 3 times in a row\./)
  t.equal(watch('trust_decay', { calls: [bad('a', 18), call('b', 19), bad('c', 20)] }), null)
  t.equal(watch('trust_decay', { calls: times(3, (at) => bad('a', at + 18)) }), null, 'a loop')
  const tests = calls.map((one) => ({ ...one, effect: 'command' as const }))
  t.equal(watch('trust_decay', { calls: tests }), null)
})

t.test('row 159: an edit of a file that no step of the plan names is said', async (t) => {
  const plan = [item('change src/a.ts'), item('change src/b.ts')]
  const edit = (path: string) => [row(9, 'edit_applied', {}, path)]
  t.match(watch('drift', { plan, rows: edit('src/z.ts') }), /You changed src\/z\.ts.*src\/a\.ts/)
  for (const path of ['src/b.ts', 'test/z.test.ts'])
    t.equal(watch('drift', { plan, rows: edit(path) }), null)
  t.equal(watch('drift', { plan: plan.slice(1), rows: edit('src/z.ts') }), null)
  t.equal(watch('drift', { plan, rows: edit('src/z.ts'), firstRow: 10 }), null)
})

t.test('the open step is repeated about every ten steps', async (t) => {
  const plan = [item('read a', { status: 'resolved' }), item('change b'), item('test c')]
  const said = watch('recite', { plan })
  t.match(said, /^Reminder\. The task: Fix the sum.* Steps done: 1 of 3\. The open step: change b$/)
  t.equal(watch('recite', { plan, step: 9 }), null)
  t.equal(watch('recite', { plan, textOnly: true }), null)
  t.equal(watch('recite', {}), null)
})

t.test('rows 127 and 128: a long task without a plan is asked for one, once', async (t) => {
  const asked = 'Add a flag. Then write its help. Then update the README.'
  t.match(watch('ask_plan', { asked, step: 1 }), /write a numbered list of 2 to 8 short steps/)
  t.equal(watch('ask_plan', { asked, step: 3 }), null)
  t.equal(watch('ask_plan', { asked, step: 1, plan: [item('root'), item('a')] }), null)
  t.equal(watch('ask_plan', { step: 1 }), null, 'a short task')
  for (const wide of [
    'Refactor the session store.',
    'Migrate the tests to vitest.',
    'Add a header to all source files.',
    'Build the parser step by step.',
  ])
    t.ok(watch('ask_plan', { asked: wide, step: 1 }), wide)
  t.ok(watch('ask_plan', { step: 1, askPlan: 'always' }))
  t.equal(watch('ask_plan', { asked, step: 1, askPlan: 'never' }), null)
  t.equal(guard('ask_plan').cap, 1)
})

const A = { path: 'src/a.ts', before: 'a\n', after: 'b\n' }
function ending(
  asked: string,
  change: Partial<Standing> = {},
  over: Partial<EndInput> = {},
): EndInput {
  const changes = change.changes ?? [A]
  const rows = changes.map(({ path }, at) => row(at + 1, 'edit_applied', {}, path))
  const standing = { asked, wants: 'change', rows, changes, checkTexts: [], textOf: () => '' }
  return {
    standing: { ...standing, ...change } as unknown as Standing,
    end: { cites: null, summary: 'Done.', isTask: true },
    plan: [],
    isFile: (path) => /^(?:src|docs|test)\//.test(path),
    left: new Map(),
    ...over,
  }
}
const refuse = (name: string, input: EndInput) => guard(name).refuse?.(input) ?? null

t.test('row 139: every part that the task names is changed or explained', async (t) => {
  const said = (summary: string) => ({ end: { cites: null, summary, isTask: true } })
  const two = 'Add a header to src/a.ts and src/b.ts.'
  t.match(refuse('unmet_parts', ending(two)), /these parts of the task: src\/b\.ts\. Do the first/)
  t.equal(refuse('unmet_parts', ending(two, {}, said('src/b.ts has a header already.'))), null)
  const both = { changes: [A, { ...A, path: 'src/b.ts' }] }
  t.equal(refuse('unmet_parts', ending(two, both)), null)
  const honest = [
    'Fix src/a.ts.',
    'Fix src/a.ts so that test/a.test.ts passes.',
    'Change src/a.ts as described in docs/spec.md.',
    'Use the helper from src/lib.ts in src/a.ts.',
    'Fix the parser. Do not touch src/b.ts or src/c.ts.',
    'Fix src/a.ts.\nDo not change:\n- src/b.ts\n- src/c.ts',
    'Make src/a.ts pass `npm test`, as README.md says.',
    '1. Fix the bug\n2. Run the tests',
  ]
  for (const asked of honest) t.equal(refuse('unmet_parts', ending(asked)), null, asked)
  const list = '1. Rename `oldName` in the store\n2. Add `flushAll`\n3. Log it'
  const changes = [{ path: 'src/a.ts', before: 'oldName()\n', after: 'newName()\n' }]
  t.match(refuse('unmet_parts', ending(list, { changes })), /: Add `flushAll`\. Do the first/)
  const report = ending(two, { wants: 'report' })
  t.equal(refuse('unmet_parts', report), null)
  t.equal(refuse('unmet_parts', ending(two, { changes: [], rows: [] })), null, 'the judge says it')
})

t.test('a rename is not done while the old name occurs', async (t) => {
  const left = new Map([['oldName', times(10, (at) => `src/${at}.ts`)]])
  const said = refuse(
    'left_over',
    ending('Rename `oldName` to `newName` everywhere.', {}, { left }),
  )
  t.match(said, /oldName still occurs in src\/0\.ts.*\(\+2 more\)/)
  const end = { cites: null, summary: 'oldName stays in src/0.ts: it is public.', isTask: true }
  t.equal(refuse('left_over', ending('x', {}, { left, end })), null)
  t.equal(refuse('left_over', ending('x')), null)
})

t.test('a correction of earlier work is done when all files of that work have it', async (t) => {
  const conf = (name: string, after: string, before = 'port = 0\nrows = 3\n') => ({
    path: `conf/${name}.conf`,
    before,
    after: `port = ${after}\nrows = 3\n`,
  })
  const earlier = (name: string) => conf(name, '3910')
  const now = (name: string) => conf(name, '8850', earlier(name).after)
  const session = [conf('a', '8850'), conf('b', '8850'), earlier('c'), earlier('keeps')]
  const asked = 'I was wrong: the port has to be 8850. Only conf/keeps.conf keeps 3910.'
  const over = { changes: [now('a'), now('b')], sessionChanges: session }
  t.match(
    refuse('same_change', ending(asked, over)),
    /^not done: this task replaced "port = 3910", which an earlier task wrote, and conf\/c\.conf still has it\./,
  )
  const said = { end: { cites: null, summary: 'conf/c.conf keeps its port.', isTask: true } }
  t.equal(refuse('same_change', ending(asked, over, said)), null)
  const one = { changes: [now('a')], sessionChanges: [conf('a', '8850'), earlier('c')] }
  t.equal(refuse('same_change', ending(asked, one)), null, 'one file is no pattern')
  const all = { changes: [now('a'), now('b'), now('c')], sessionChanges: session.slice(0, 2) }
  t.equal(refuse('same_change', ending(asked, all)), null)
  const old = {
    ...over,
    sessionChanges: [...session.slice(0, 2), conf('c', '3910', 'port = 3910\n')],
  }
  t.equal(refuse('same_change', ending(asked, old)), null, 'the line is of somebody else')
})

t.test('the names of the task have met in one result', async (t) => {
  const asked = 'Make `loadUser` throw `UserError`.'
  const texts = (text: string) => ({ textOf: () => text })
  t.match(refuse('unseen_names', ending(asked)), /no result of this task shows loadUser, UserError/)
  t.equal(refuse('unseen_names', ending(asked, texts('loadUser: throw new UserError()'))), null)
  t.match(refuse('unseen_names', ending(asked, texts('loadUser'))), /shows UserError/)
  t.equal(refuse('unseen_names', ending('Fix the sum.')), null)
  t.equal(refuse('unseen_names', ending('Make `npm test` pass.')), null)
})

t.test('an end that is meant is refused once; a change opens it again, up to a cap', async (t) => {
  const never: Guard = { name: 'never', cap: 2, refuse: () => 'no' }
  const at = (step: number, lastChange: number, spoken: number[]) =>
    refuseEnd([never], ending('x'), {
      step,
      lastChange,
      spoken: spoken.map((one) => ({ name: 'never', step: one })),
    })?.text ?? null
  t.equal(at(5, 3, []), 'no')
  t.equal(at(6, 3, [5]), null, 'the same end again')
  t.equal(at(8, 7, [5]), 'no', 'after a change')
  t.equal(at(12, 11, [5, 8]), null, 'the cap')
  const other: Guard = { name: 'other', cap: 2, refuse: () => 'also no' }
  const spoken = [{ name: 'never', step: 5 }]
  const next = refuseEnd([never, other], ending('x'), { step: 6, lastChange: 3, spoken })
  t.equal(next, null, 'no other guard refuses it either')
})

import { readFileSync } from 'node:fs'
import t from 'tap'
import type { EvidenceKind, PlanNode } from '#core'
import {
  assertionsIn,
  betterThan,
  type EndInput,
  type Guard,
  type GuardInput,
  holdEdit,
  loadGuards,
  type Row,
  type Standing,
  scoreTools,
} from '#planner'
import { loadParts } from '#supervisor'
import { makeReply } from '../kit/ledger.js'

const guards = await loadGuards()

function guard(name: string): Guard {
  const found = guards.find((one) => one.name === name)
  if (found === undefined) throw new Error(`no guard ${name}`)
  return found
}

function item(text: string, status: PlanNode['status'] = 'open', at = 0): PlanNode {
  const known = { parentId: 'n1', summary: '', cites: [], kind: 'item' as const }
  return { id: text, ordinal: at, text, status, ...known }
}

function row(number: number, kind: EvidenceKind, subject: string): Row {
  return { id: `e${number}`, number, kind, subject, summary: subject, facts: {} }
}

const INPUT: GuardInput = {
  reply: makeReply(),
  textOnly: false,
  question: false,
  asked: 'Fix it.',
  rows: [],
  firstRow: 1,
  plan: [],
  judgement: { ok: true, proven: true, grade: 'tested' },
  edited: false,
  openTodos: [],
  nudgesInARow: 0,
  error: '',
  edits: [],
  calls: [],
  reads: [],
  step: 5,
}

/** What issue 14 names, and the guards that do it. */
const NAMED: Record<string, string[]> = {
  'said it, did not do it': ['said_not_done'],
  'no tool on a file task': ['no_tool'],
  repeats: ['repeat', 'cycle', 'failing_call'],
  'read loop': ['read_loop', 'reread'],
  'patch spiral': ['patch_spiral'],
  stall: ['stall', 'no_news', 'only_failures', 'plan_only', 'same_failure'],
  'greeting regression': ['greeting'],
  'over-claim': ['over_claim'],
  'drift from the plan': ['drift'],
  'evidence before done': ['unseen_names', 'unmet_parts', 'left_over', 'same_change', 'contract'],
  'response size': ['cut_short'],
  'trust decay and tool scores': ['trust_decay'],
  'token budget': ['token_budget'],
  plan: ['ask_plan', 'recite', 'divide', 'plan_paths', 'query_step'],
}

t.test('every guard of the list is one file with a cap, documented and switched off', async (t) => {
  const known = guards.map(({ name }) => name)
  const named = Object.values(NAMED).flat()
  t.same([...named].sort(), [...known].sort(), 'no guard is missing, and none is unlisted')
  const page = readFileSync('docs/design/guards.md', 'utf8')
  for (const { name, cap, rest = 0, watch, refuse, hold, loop } of guards) {
    t.ok(readFileSync(`libs/planner/guards/${name}.ts`, 'utf8').includes(`'${name}'`), name)
    t.notOk(
      (await loadParts([name])).guards.some((one) => one.name === name),
      `${name} is off`,
    )
    if (loop !== undefined) t.match(page, new RegExp(`\`${name}\``))
    if (watch === undefined && refuse === undefined && hold === undefined) continue
    const limits = rest === 0 ? `${cap}` : `${cap}, ${rest}`
    t.match(page, new RegExp(`\\| \`${name}\` \\|.*\\| ${limits} \\|\\n`), `${name} on its page`)
  }
})

t.test('a guard is pure: the same frozen input gives the same words', async (t) => {
  for (const { name, watch } of guards) {
    const input = Object.freeze({ ...INPUT, plan: Object.freeze([item('read a')]) })
    t.equal(watch?.(input) ?? null, watch?.(input) ?? null, name)
  }
})

t.test('row 121: an edit waits while the plan says that something is read first', async (t) => {
  const plan = [item('Read src/a.ts'), item('Fix src/b.ts', 'open', 1)]
  const hold = (nodes: PlanNode[], rows: Row[] = []) =>
    guard('query_step').hold?.({ plan: nodes, rows }) ?? null
  t.match(hold(plan), /^Not run: step 1 of the plan only reads: Read src\/a\.ts\. Do it first\./)
  t.match(hold(plan, [row(1, 'file_read', 'src/z.ts')]), /step 1/)
  t.equal(hold(plan, [row(1, 'file_read', 'src/a.ts')]), null, 'it was read')
  t.equal(hold([item('Read src/a.ts', 'resolved'), item('Fix src/b.ts', 'open', 1)]), null)
  for (const text of ['Fix src/a.ts', 'Read src/a.ts and fix it', 'Run the tests', 'Check and add'])
    t.equal(hold([item(text), item('x', 'open', 1)]), null, text)
  t.match(hold([item('Find where totals are made'), item('x', 'open', 1)]), /step 1/)
  t.equal(hold([item('Find totals'), item('x')], [row(1, 'shell_output', 'grep')]), null)
  const at = (steps: number[]) =>
    holdEdit(
      guards,
      { plan, rows: [] },
      {
        step: 9,
        spoken: steps.map((step) => ({ name: 'query_step', step })),
      },
    )?.name ?? null
  t.same([at([]), at([1]), at([1, 2])], ['query_step', 'query_step', null], 'its cap')
})

t.test(
  'row 134: a path of the plan that is not there is said, unless a step makes it',
  async (t) => {
    const said = (plan: PlanNode[]) =>
      guard('plan_paths').watch?.({ ...INPUT, plan, exists: (path) => path === 'src/a.ts' }) ?? null
    t.match(
      said([item('change src/a.ts'), item('change src/lib/b.ts')]),
      /not exist: src\/lib\/b\.ts\./,
    )
    const honest = ['change src/a.ts', 'create src/new.ts', 'read and/or write', 'see README.md']
    for (const text of honest) t.equal(said([item(text)]), null, text)
    t.equal(said([item('add src/new.ts'), item('test src/new.ts')]), null, 'another step makes it')
    t.equal(said([item('read src/gone.ts', 'resolved')]), null)
    t.equal(guard('plan_paths').watch?.({ ...INPUT, plan: [item('x src/b.ts')] }) ?? null, null)
  },
)

t.test('row 30: 70 % of the tokens of a task are a warning', async (t) => {
  const said = (used: number) =>
    guard('token_budget').watch?.({ ...INPUT, budget: { used, most: 1_000 } }) ?? null
  t.equal(said(699), null)
  t.match(said(700), /Most of the tokens/)
  t.equal(guard('token_budget').watch?.(INPUT) ?? null, null, 'no budget')
})

const A = { path: 'src/a.ts', before: 'a\n', after: 'const LIMIT = 250\n' }
function ending(asked: string, over: Partial<Standing> = {}, summary = 'Done.'): EndInput {
  const texts: Record<string, string> = { e2: 'GET /health\n200 ok' }
  const rows = [row(1, 'edit_applied', 'src/a.ts'), row(2, 'shell_output', 'curl localhost')]
  const textOf = (id: string) => texts[id] ?? ''
  const standing = { asked, wants: 'change', rows, changes: [A], textOf, ...over }
  return {
    standing: standing as unknown as Standing,
    end: { cites: null, summary, isTask: true },
    plan: [],
    isFile: () => true,
    left: new Map(),
  }
}

t.test('row 138: conditions of a task in words are found', async (t) => {
  const marks = (text: string) => assertionsIn(text).map((one) => one.marks.join(' '))
  const table: [string, string[]][] = [
    ['Add a route. It must answer with 200 and "ok".', ['ok 200']],
    ['The limit should be 250.', ['250']],
    ['Make sure that `parseAll` is exported.', ['parseAll']],
    ["- The CLI needs to print 'no rows' for an empty file.", ['no rows']],
    ['format() should write hours too, e.g. 1h 2m 5s.', []],
    ['It should take files, e.g. `a.csv`.', ['a.csv']],
    ['mean of an empty list is NaN, it has to be 0', []],
    ['parseAll gives NaN, it should give 404 then', ['404']],
    ['Fix the bug.', []],
    ['It should work.', []],
    ['You must not touch `legacy.ts`.', []],
    ['The old API should still return 404.', []],
    ["Don't change 200.", []],
  ]
  for (const [text, wanted] of table) t.same(marks(text), wanted, text)
})

t.test('row 138: an end is refused while nothing shows a condition', async (t) => {
  const refuse = (input: EndInput) => guard('contract').refuse?.(input) ?? null
  t.match(refuse(ending('The limit must be 300.')), /shows this condition of the task: "The limit/)
  t.equal(refuse(ending('The limit must be 250.')), null, 'a changed file')
  t.equal(refuse(ending('/health must answer with 200.')), null, 'a result after the change')
  const early = { rows: [row(2, 'shell_output', 'curl'), row(3, 'edit_applied', 'src/a.ts')] }
  t.match(refuse(ending('/health must answer with 200.', early)), /\/health/, 'not one before it')
  t.equal(refuse(ending('The limit must be 300.', {}, '300 is the default already.')), null)
  t.equal(refuse(ending('The limit must be 300.', { wants: 'report' })), null)
  t.equal(
    refuse(ending('The limit must be 300.', { changes: [], rows: [] })),
    null,
    'the judge says it',
  )
  t.equal(refuse(ending('Fix src/a.ts so that test/a.test.ts passes.')), null)
})

t.test('row 65: scores learn from all sessions and forget slowly', async (t) => {
  const of = (tool: string, good: number, failed: number, age = 0) => ({ tool, good, failed, age })
  const scores = scoreTools([of('a', 9, 1), of('b', 1, 9), of('c', 100, 0, 200), of('d', 0, 0)])
  const score = (name: string) => scores.find(({ tool }) => tool === name)?.score ?? 0
  t.ok(Math.abs(score('a') - (9 / 12 + 0.15 / 11)) < 1e-9)
  t.ok(score('d') === 0.15, 'a tool that is new gets the bonus')
  t.ok(score('c') < 0.8, 'old sessions count less')
  t.ok(scoreTools([of('a', 1e6, 0)])[0]?.score === 0.95, 'no tool is certain')
  t.match(betterThan('b', scores), { tool: 'a', good: 9, calls: 10 })
  t.equal(betterThan('a', scores), null)
  t.equal(betterThan('unknown', scores), null)
  t.equal(betterThan('b', scoreTools([of('b', 1, 9), of('e', 4, 0)])), null, 'too few calls')
})

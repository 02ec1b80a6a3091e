import t from 'tap'
import { findRecipes, type Recipe } from '#memory'
import { commonSteps } from '../../libs/memory/recipes/common_steps.js'

type Rows = Parameters<typeof findRecipes>[0]

/** A ledger of tasks, each with its rows: `edit PATH`, `run COMMAND`, `fail COMMAND`, `test COMMAND`. */
function ledgerOf(tasks: Record<string, string[]>, status = 'resolved'): Rows {
  const ids = Object.keys(tasks)
  const rowOf = (line: string) => {
    const [what = '', ...rest] = line.split(' ')
    const text = rest.join(' ')
    if (what === 'edit')
      return { kind: 'edit_applied', facts: { path: text, added: 1, removed: 0 } }
    if (what === 'test')
      return { kind: 'test_result', facts: { command: text, passed: true, exitCode: 0 } }
    return { kind: 'shell_output', facts: { command: text, exitCode: what === 'fail' ? 1 : 0 } }
  }
  const ledger = {
    tasks: () => ids.map((text) => ({ id: text, text, status })),
    find: ({ taskId = '' }: { taskId?: string }) =>
      (tasks[taskId] ?? []).map((line) => ({ ...rowOf(line), summary: `said: ${line}` })).reverse(),
  }
  return ledger as unknown as Rows
}

const FIRST = [
  'run npm run schema',
  'run ls db',
  'edit db/migrations/004.sql',
  'fail npm test',
  'run npm run migrate -- 004',
  'run cat db/schema.sql',
  'run npm run schema',
  'test npm test',
]
const SECOND = [
  'run npm run schema',
  'edit db/migrations/005.sql',
  'edit src/orders.ts',
  'fail npm test',
  'run npm run migrate -- 005',
  'run cat db/schema.sql',
  'run npm run schema',
  'test npm test',
]

t.test('row 232: steps that solved two tasks after a failure are a recipe', (t) => {
  const [recipe, ...others] = findRecipes(
    ledgerOf({ 'Add a column to customers': FIRST, 'Add the column total to orders': SECOND }),
  ) as [Recipe]
  t.same(others, [])
  t.same(recipe.steps, [
    { kind: 'edit', what: 'db/migrations/*.sql' },
    { kind: 'command', what: 'npm run migrate -- *' },
    { kind: 'command', what: 'npm run schema' },
    { kind: 'test', what: 'npm test' },
  ])
  t.equal(recipe.name, 'add-column')
  t.same(recipe.failed, ['`npm test`: said: fail npm test'])
  t.equal(recipe.taskIds.length, 2)
  t.end()
})

t.test(
  'row 232: one task, tasks without a failure, unsolved ones and mere edits are no recipe',
  (t) => {
    const none = (tasks: Record<string, string[]>, status?: string) =>
      t.same(findRecipes(ledgerOf(tasks, status)), [])
    none({ 'Add a column': FIRST })
    none({ a: FIRST, b: SECOND }, 'failed')
    const easy = (rows: string[]) => rows.filter((row) => !row.startsWith('fail'))
    none({ a: easy(FIRST), b: easy(SECOND) })
    const edits = ['edit src/a.ts', 'fail npm test', 'edit src/b.ts', 'test npm test']
    none({ a: edits, b: edits })
    const alone = ['fail npm test', 'run npm run schema', 'test npm test']
    none({ a: alone, b: alone })
    const secret = [
      'edit a.env',
      'fail x',
      'run curl -H password=hunter2secret99 https://a.example',
    ]
    none({ a: secret, b: secret })
    t.end()
  },
)

t.test('steps are common in their order, with a star for what differs', (t) => {
  const run = (what: string) => ({ kind: 'command' as const, what })
  const [one, other] = [
    [run('a 1'), run('c'), run('b')],
    [run('b'), run('a 2'), run('c')],
  ]
  t.same(commonSteps(one, other), [run('a *'), run('c')])
  t.same(commonSteps([run('git push')], [run('git pull')]), [], 'another command')
  t.end()
})

import t from 'tap'
import type { PlanNode } from '#core'
import {
  advancePlan,
  applyToPlan,
  batchesOf,
  capturePlan,
  readyItems,
  renamesIn,
  setTodos,
  stepsIn,
} from '#planner'

const ROOT: PlanNode = {
  id: 'n1',
  parentId: null,
  kind: 'root',
  ordinal: 0,
  text: 'task',
  status: 'open',
  summary: '',
  cites: [],
}

t.test('row 129: the steps of a numbered list are a plan', async (t) => {
  const table: [string, string[]][] = [
    [
      'My plan:\n1. Read src/a.ts\n2. Change it\n3. Run the tests',
      ['Read src/a.ts', 'Change it', 'Run the tests'],
    ],
    ['1) **Read** it\n\n2) Fix it', ['Read it', 'Fix it']],
    ['Step 1: read\nStep 2: fix', ['read', 'fix']],
    ['1. only one', []],
    ['2. starts late\n3. goes on', []],
    ['no list', []],
    ['```\n1. a\n2. b\n```', []],
    [Array.from({ length: 9 }, (_, at) => `${at + 1}. s`).join('\n'), []],
    ['1. a\nwords\n1. b\n2. c', ['b', 'c']],
  ]
  for (const [text, steps] of table) t.same(stepsIn(text), steps, text)
  const plan = applyToPlan([ROOT], capturePlan([ROOT], '1. a\n2. b'))
  t.same(
    plan.map(({ kind, text, status }) => [kind, text, status]),
    [
      ['root', 'task', 'open'],
      ['item', 'a', 'open'],
      ['item', 'b', 'open'],
    ],
  )
  t.same(capturePlan(plan, '1. c\n2. d'), [], 'a plan is not replaced by words')
})

t.test('row 131: only an explicit statement closes a step', async (t) => {
  const plan = applyToPlan([ROOT], capturePlan([ROOT], '1. change src/a.ts\n2. b\n3. c\n4. d'))
  const closed = (text: string, edited: string[] = []) =>
    advancePlan(plan, text, edited).map(({ node }) => `${node.ordinal + 1} ${node.status}`)
  const table: [string, string[]][] = [
    ['Step 1 is done.', ['1 resolved']],
    ['Steps 1 and 3 are complete. Now step 4.', ['1 resolved', '3 resolved']],
    ['Steps 1-3 done', ['1 resolved', '2 resolved', '3 resolved']],
    ['[x] b', ['2 resolved']],
    ['- [x] 4. d', ['4 resolved']],
    ['✅ Step 2: b', ['2 resolved']],
    ['When step 2 is done I run the tests.', []],
    ['Step 2 is not done.', []],
    ['Now I do step 3.', []],
    ['All done.', []],
  ]
  for (const [text, changes] of table) t.same(closed(text), changes, text)
  t.same(closed('', ['src/a.ts']), ['1 in_progress'], 'an edit begins a step')
})

t.test('rows 133, 135 and 137: steps become batches by what they need', async (t) => {
  const of = (...texts: string[]) => batchesOf(texts.map((text) => ({ text, status: 'open' })))
  t.same(of('a', 'b', 'c'), [[0, 1, 2]])
  t.same(of('a', 'b after step 1', 'c needs step 2'), [[0], [1], [2]])
  t.same(of('change src/a.ts', 'change src/b.ts', 'test src/a.ts'), [[0, 1], [2]])
  t.same(of('after step 2', 'after step 1'), [[0, 1]], 'a circle ends')
  const items = [
    { text: 'a', status: 'resolved' as const },
    { text: 'b', status: 'open' as const },
    { text: 'c', status: 'in_progress' as const },
    { text: 'd after step 3', status: 'open' as const },
  ]
  t.same(
    readyItems(items).map(({ text }) => text),
    ['c', 'b'],
  )
})

t.test('the list of the model replaces what was read from words', async (t) => {
  const plan = applyToPlan([ROOT], capturePlan([ROOT], '1. a\n2. b'))
  const next = applyToPlan(plan, setTodos(plan, [{ text: 'a', status: 'pending' }]))
  t.same(
    next.slice(1).map(({ kind, text, summary }) => [kind, text, summary]),
    [
      ['todo', 'a', ''],
      ['item', 'b', 'dropped'],
    ],
  )
})

t.test('a rename is read from the task', async (t) => {
  const table: [string, string[]][] = [
    ['Rename `fetchUser` to `loadUser` everywhere.', ['fetchUser']],
    ['Rename the function fetchUser to loadUser.', ['fetchUser']],
    [
      'Please rename all uses of old_name in the project to new_name, and run the tests.',
      ['old_name'],
    ],
    ['Replace every call of `oldApi` with `newApi`.', ['oldApi']],
    ['Replace the `slow` loop with `map`.', []],
    ['Rename `parse` to `read`.', []],
    ['Rename `user` to `userId` everywhere', ['user']],
    ['Do not rename fetchUser to loadUser.', []],
    ['Change value.txt to two.', []],
    ['Rename `a.b` to `c`', []],
  ]
  for (const [asked, names] of table)
    t.same(
      renamesIn(asked).map(({ from }) => from),
      names,
      asked,
    )
  t.same(renamesIn('Rename fetchUser to loadUser in src/a.ts.')[0]?.paths, ['src/a.ts'])
})

import fc from 'fast-check'
import t from 'tap'
import type { PlanNode, TodoItem } from '#core'
import { activeNode, applyToPlan, resolveActive, setTodos, spawnChild } from '#planner'
import { makeNode } from '../kit/ledger.js'

const root = { ...makeNode('n1', ''), parentId: null, kind: 'root', text: 'the task' } as PlanNode

function spawn(plan: PlanNode[], text: string): PlanNode[] {
  return applyToPlan(plan, [spawnChild(plan, text)])
}

function resolve(plan: PlanNode[]): PlanNode[] {
  return applyToPlan(plan, [resolveActive(plan, ['e1'], 'seen')])
}

t.test('rows 13 and 16: hypotheses open and close depth first', async (t) => {
  let plan = spawn(spawn(spawn([root], 'a'), 'b'), 'c')
  t.equal(activeNode(plan).text, 'c')
  t.same(
    plan.map(({ parentId, ordinal }) => [parentId, ordinal]),
    [
      [null, 0],
      ['n1', 0],
      ['n1.1', 0],
      ['n1.2', 0],
    ],
  )
  plan = resolve(plan)
  t.equal(activeNode(plan).text, 'b')
  plan = spawn(plan, 'd')
  t.equal(activeNode(plan).text, 'd')
  t.match(plan.at(-1), { parentId: 'n1.2', ordinal: 1 })
  for (const left of ['b', 'a', 'the task']) {
    plan = resolve(plan)
    t.equal(activeNode(plan).text, left)
  }
  t.match(resolveActive(plan, [], 'x').narrative, /resolved "the task" by no evidence: x/)
  t.throws(() => activeNode([]), /has no root/)
})

t.test('mutations do not change the plan that they start from', async (t) => {
  const plan = Object.freeze([Object.freeze(root)]) as PlanNode[]
  const next = spawn(plan, 'a')
  t.equal(plan.length, 1)
  t.equal(next.length, 2)
  t.not(applyToPlan(next, []), next)
})

t.test(
  'row 136: a list keeps items with the same text, changes the rest, and drops missing ones',
  async (t) => {
    const items = (...rows: [string, TodoItem['status']][]) =>
      rows.map(([text, status]) => ({ text, status }))
    let plan = applyToPlan(
      [root],
      setTodos([root], items(['a', 'in_progress'], ['b', 'pending'], ['b', 'pending'])),
    )
    t.same(
      plan.slice(1).map(({ id, text, status, ordinal }) => [id, text, status, ordinal]),
      [
        ['n1.1', 'a', 'in_progress', 0],
        ['n1.2', 'b', 'open', 1],
        ['n1.3', 'b', 'open', 2],
      ],
    )
    t.same(setTodos(plan, items(['a', 'in_progress'], ['b', 'pending'], ['b', 'pending'])), [])
    const changes = setTodos(plan, items(['a', 'done'], ['c', 'in_progress'], ['b', 'pending']))
    t.same(
      changes.map(({ narrative }) => narrative),
      ['to-do 1 done: a', 'to-do 2 in_progress: c', 'to-do 3 pending: b', 'to-do dropped: b'],
    )
    plan = applyToPlan(plan, changes)
    t.equal(new Set(plan.map(({ id }) => id)).size, plan.length)
    t.equal(plan.find(({ summary }) => summary === 'dropped')?.id, 'n1.3')
    t.equal(activeNode(plan).id, 'n1', 'a to-do is no hypothesis')
    t.same(setTodos(plan, items(['a', 'done'], ['c', 'in_progress'], ['b', 'pending'])), [])
  },
)

t.test(
  'whatever is opened, closed and listed: ids stay unique and a parent outlives its children',
  async (t) => {
    const move = fc.oneof(
      fc.record({ type: fc.constant('spawn' as const), text: fc.constantFrom('a', 'b') }),
      fc.record({ type: fc.constant('resolve' as const) }),
      fc.record({
        type: fc.constant('todo' as const),
        items: fc.array(
          fc.record({
            text: fc.constantFrom('a', 'b', 'c'),
            status: fc.constantFrom<TodoItem['status']>('pending', 'done', 'in_progress'),
          }),
          { maxLength: 5 },
        ),
      }),
    )
    fc.assert(
      fc.property(fc.array(move, { maxLength: 30 }), (moves) => {
        let plan: PlanNode[] = [root]
        for (const made of moves) {
          if (made.type === 'spawn') plan = spawn(plan, made.text)
          else if (made.type === 'todo') plan = applyToPlan(plan, setTodos(plan, made.items))
          else if (activeNode(plan).kind !== 'root') plan = resolve(plan)
        }
        const byId = new Map(plan.map((node) => [node.id, node]))
        if (byId.size !== plan.length) return false
        return plan.every((node) => {
          if (node.kind !== 'hypothesis' || node.status === 'resolved') return true
          return byId.get(node.parentId ?? '')?.status !== 'resolved'
        })
      }),
    )
    t.pass()
  },
)

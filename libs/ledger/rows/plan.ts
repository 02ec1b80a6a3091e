import assert from 'node:assert/strict'
import type { PlanNode } from '#core'
import { type Store, takeNumber } from '../database/store.js'
import type { PlanMutation } from '../types/steps.js'
import { redactDeep } from '../values/redact_deep.js'

interface NodeRow extends Omit<PlanNode, 'id' | 'parentId' | 'cites'> {
  number: number
  parentNumber: number | null
  cites: string
}

export interface PlanRows {
  /** Depth first, siblings by ordinal, then by age. */
  list(taskId: string): PlanNode[]
  createRoot(taskId: string, text: string): void
  /** Writes the new state of each node, with its revision; part of a commit. */
  write(taskId: string, step: number, mutations: PlanMutation[]): void
}

export function createPlanRows({ db }: Store): PlanRows {
  const take = takeNumber(db)
  const select = db.prepare<[string], NodeRow>(`
    SELECT number, parent_number AS parentNumber, kind, ordinal, text, status, summary, cites
    FROM plan_nodes WHERE task_id = ? ORDER BY ordinal, number`)
  const owns = db
    .prepare<[number, string], 1>('SELECT 1 FROM plan_nodes WHERE number = ? AND task_id = ?')
    .pluck()
  const upsert = db.prepare<[NodeRow & { taskId: string }]>(`
    INSERT INTO plan_nodes
      (number, task_id, parent_number, kind, ordinal, text, status, summary, cites)
    VALUES
      (@number, @taskId, @parentNumber, @kind, @ordinal, @text, @status, @summary, @cites)
    ON CONFLICT (number) DO UPDATE SET
      parent_number = excluded.parent_number, kind = excluded.kind, ordinal = excluded.ordinal,
      text = excluded.text, status = excluded.status, summary = excluded.summary,
      cites = excluded.cites`)
  const revise = db.prepare<[string, number, number, string, string]>(`
    INSERT INTO plan_revisions (task_id, step, node_number, state, narrative)
    VALUES (?, ?, ?, ?, ?)`)

  const numberIn = (taskId: string, id: string) => {
    const number = parseNodeId(id)
    return number !== null && owns.get(number, taskId) ? number : null
  }

  const write: PlanRows['write'] = (taskId, step, mutations) => {
    const named = new Map<string, number>()
    const resolve = (id: string) => named.get(id) ?? numberIn(taskId, id)
    for (const mutation of mutations) {
      const { node, narrative } = redactDeep(mutation)
      const parentNumber = node.parentId === null ? null : resolve(node.parentId)
      assert(
        parentNumber !== null || node.kind === 'root',
        'the parent of a plan node is not in its task',
      )
      const number = resolve(node.id) ?? take('node')
      named.set(node.id, number)
      const state = { ...node, id: `n${number}`, parentId: parentNumber && `n${parentNumber}` }
      upsert.run({ ...node, taskId, number, parentNumber, cites: JSON.stringify(node.cites) })
      revise.run(taskId, step, number, JSON.stringify(state), narrative)
    }
  }

  return {
    list: (taskId) => depthFirst(select.all(taskId)),
    createRoot(taskId, text) {
      const root: PlanNode = {
        id: 'root',
        parentId: null,
        kind: 'root',
        ordinal: 0,
        text,
        status: 'open',
        summary: '',
        cites: [],
      }
      write(taskId, 0, [{ node: root, narrative: 'the task was asked' }])
    },
    write,
  }
}

/** Returns the deepest hypothesis that is not resolved, the newest of equals, else the root (row 13). */
export function activeNode(plan: PlanNode[]): PlanNode {
  const byId = new Map(plan.map((node) => [node.id, node]))
  const depthOf = (node: PlanNode): number => {
    const parent = node.parentId === null ? undefined : byId.get(node.parentId)
    return parent ? depthOf(parent) + 1 : 0
  }
  const open = plan.filter((node) => node.kind === 'hypothesis' && node.status !== 'resolved')
  const root = plan.find((node) => node.kind === 'root')
  assert(root, 'a task without a root node')
  return open.reduce((best, node) => (depthOf(node) >= depthOf(best) ? node : best), root)
}

function depthFirst(rows: NodeRow[]): PlanNode[] {
  const below = new Map<number | null, NodeRow[]>()
  for (const row of rows) below.set(row.parentNumber, [...(below.get(row.parentNumber) ?? []), row])
  const under = (parent: number | null): PlanNode[] =>
    (below.get(parent) ?? []).flatMap((row) => [toNode(row), ...under(row.number)])
  return under(null)
}

function toNode({ number, parentNumber, cites, ...rest }: NodeRow): PlanNode {
  const parentId = parentNumber === null ? null : `n${parentNumber}`
  return { id: `n${number}`, parentId, ...rest, cites: JSON.parse(cites) }
}

/** `n12` -> 12; null for any other text. */
function parseNodeId(id: string): number | null {
  const digits = /^n([1-9]\d{0,14})$/.exec(id)?.[1]
  return digits === undefined ? null : Number(digits)
}

import type { PlanNode, TodoItem } from '#core'

/** A node's whole new state, and the sentence that says why the plan changed. */
export interface PlanMutation {
  node: PlanNode
  narrative: string
}

/** The deepest open hypothesis, depth first; the root when there is none. */
export function activeNode(plan: readonly PlanNode[]): PlanNode {
  const root = plan.find((node) => node.kind === 'root')
  if (root === undefined) throw new Error('the plan has no root')
  let active = root
  for (;;) {
    const child = plan
      .filter((node) => node.kind === 'hypothesis' && node.parentId === active.id)
      .filter((node) => node.status !== 'resolved')
      .sort((a, b) => b.ordinal - a.ordinal)[0]
    if (child === undefined) return active
    active = child
  }
}

/** Opens a hypothesis below the active node. Ids are `<root>.<k>`, k counted over the task. */
export function spawnChild(plan: readonly PlanNode[], hypothesis: string): PlanMutation {
  const parent = activeNode(plan)
  const node: PlanNode = {
    id: nextId(plan, 0),
    parentId: parent.id,
    kind: 'hypothesis',
    ordinal: plan.filter((other) => other.parentId === parent.id).length,
    text: hypothesis,
    status: 'open',
    summary: '',
    cites: [],
  }
  return { node, narrative: `opened "${hypothesis}" under "${parent.text}"` }
}

/** Closes the active node. The verifier must have allowed it. */
export function resolveActive(
  plan: readonly PlanNode[],
  cites: string[],
  summary: string,
): PlanMutation {
  const node = activeNode(plan)
  return {
    node: { ...node, status: 'resolved', summary, cites },
    narrative: `resolved "${node.text}" by ${cites.join(', ') || 'no evidence'}: ${summary}`,
  }
}

/** Replaces the to-do list. An item with the same text keeps its node. Missing items are resolved. */
export function setTodos(plan: readonly PlanNode[], items: TodoItem[]): PlanMutation[] {
  const root = plan.find((node) => node.kind === 'root')
  if (root === undefined) throw new Error('the plan has no root')
  // A list that the model keeps itself replaces the steps that were read from its words.
  const before = plan.filter((node) => node.kind === 'todo' || node.kind === 'item')
  const kept = new Set<string>()
  let fresh = 0
  const mutations = items.map((item, ordinal) => {
    const known = before.find((node) => node.text === item.text && !kept.has(node.id))
    const id = known?.id ?? nextId(plan, fresh++)
    kept.add(id)
    const status =
      item.status === 'done' ? 'resolved' : item.status === 'in_progress' ? 'in_progress' : 'open'
    const node: PlanNode = {
      id,
      parentId: root.id,
      kind: 'todo',
      ordinal,
      text: item.text,
      status,
      summary: '',
      cites: [],
    }
    return {
      known,
      mutation: { node, narrative: `to-do ${ordinal + 1} ${item.status}: ${item.text}` },
    }
  })
  const changed = mutations
    .filter(({ known, mutation }) => !same(known, mutation.node))
    .map(({ mutation }) => mutation)
  const dropped = before
    .filter((node) => !kept.has(node.id) && node.status !== 'resolved')
    .map((node) => ({
      node: { ...node, status: 'resolved' as const, summary: 'dropped' },
      narrative: `to-do dropped: ${node.text}`,
    }))
  return [...changed, ...dropped]
}

/** Applies mutations to a copy of the plan, so that later calls of one reply see earlier ones. */
export function applyToPlan(
  plan: readonly PlanNode[],
  mutations: readonly PlanMutation[],
): PlanNode[] {
  const next = [...plan]
  for (const { node } of mutations) {
    const at = next.findIndex((other) => other.id === node.id)
    if (at === -1) next.push(node)
    else next[at] = node
  }
  return next
}

function nextId(plan: readonly PlanNode[], offset: number): string {
  const root = plan.find((node) => node.kind === 'root')
  return `${root?.id ?? 'n0'}.${plan.length + offset}`
}

function same(a: PlanNode | undefined, b: PlanNode): boolean {
  return (
    a !== undefined &&
    a.kind === b.kind &&
    a.status === b.status &&
    a.ordinal === b.ordinal &&
    a.text === b.text
  )
}

/** A node of the plan: the task itself (root), a hypothesis below it, an entry of the to-do list, or a step of a plan in words. */
export interface PlanNode {
  id: string
  parentId: string | null
  kind: 'root' | 'hypothesis' | 'todo' | 'item'
  /** Order among its siblings, from 0. */
  ordinal: number
  text: string
  status: 'open' | 'in_progress' | 'resolved'
  summary: string
  cites: string[]
}

/** A change to the plan that a call requests. It is data, so that no code has to compare tool names. */
export type PlanChange =
  | { type: 'todo'; items: TodoItem[] }
  | { type: 'spawn'; hypothesis: string }
  | { type: 'resolve'; cites: string[]; summary: string }

export interface TodoItem {
  text: string
  status: 'pending' | 'in_progress' | 'done'
}

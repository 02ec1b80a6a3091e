import type { Evidence, Message, Mode, PlanNode, TaskStatus } from '#core'
import type { TailEntry } from './prompt.js'
import type { PendingStep } from './steps.js'

/** One frozen snapshot of all that a step needs to know. */
export type View = Readonly<{
  session: {
    id: string
    cwd: string
    model: string
    mode: Mode
    title: string
    windowTokens: number | null
    tokenFactor: number
  }
  task: { id: string; text: string; status: TaskStatus; step: number; startSeq: number }
  /** Depth first, in ordinal order. */
  plan: PlanNode[]
  /** The deepest hypothesis that is not resolved, the newest of equals; else the root. */
  activeNodeId: string
  /** `step` is 0 when the generation was made in a former task of the session. */
  generation: {
    number: number
    head: Message[]
    tailFromSeq: number
    step: number
    reason: string
    /** Names of the tools that its requests carry; null: not kept. */
    offered: readonly string[] | null
  } | null
  tail: TailEntry[]
  /** The last five former tasks of the session, oldest first. */
  earlier: { id: string; text: string; status: TaskStatus; summary: string }[]
  pending: PendingStep | null
  nextEvidence: number
  lastEdit: Evidence | null
  lastTest: Evidence | null
  /** The last step of this task whose prompt the server counted; tokens. */
  lastPrompt: { estimatedTokens: number; promptTokens: number } | null
  problemsInARow: number
  nudgesInARow: number
  /** The last 20 of this task, oldest first; hashes are sha256 hex. */
  recentCalls: { step: number; tool: string; argsHash: string; outcomeHash: string }[]
}>

/** How one committed step went. */
export interface StepDigest {
  taskId: string
  step: number
  /** Code of the reply's problem. */
  problem: string | null
  nudged: boolean
  /** Who answered, where it was not the session's own model. */
  by: string | null
  calls: {
    /** `program`: the program added the call; null: the model made it. */
    origin: string | null
    tool: string
    ok: boolean
    denied: string | null
    /** The file that the call names: its `path`, or that of its first edit. */
    path: string | null
    argsHash: string
    outcomeHash: string
  }[]
}

import type { Evidence, Message, Mode, PlanNode, Route, TaskStatus, ToolCall } from '#core'
import type { CallMark } from '../values/call_digest.js'
import type { TailEntry } from './prompt.js'
import type { PendingStep } from './steps.js'

/** One frozen snapshot of everything that a step needs. */
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
  task: {
    id: string
    text: string
    status: TaskStatus
    step: number
    startSeq: number
    /** The last step before the user reopened the task; 0: never reopened. */
    freshStep: number
  }
  /** Depth first, in ordinal order. */
  plan: PlanNode[]
  /** The deepest hypothesis that is not resolved, the newest of equals; else the root. */
  activeNodeId: string
  /** `step` is 0 when an earlier task of the session made the generation. */
  generation: {
    number: number
    head: Message[]
    tailFromSeq: number
    step: number
    reason: string
    /** Names of the tools in its requests; null in rows of older versions. */
    offered: readonly string[] | null
    /** The model of the session when it was made; null in rows of older versions. */
    model: string | null
  } | null
  /** As the prompt shows it: a rebuild may have shortened old results. */
  tail: TailEntry[]
  /** The last five earlier tasks of the session, oldest first. */
  earlier: { id: string; text: string; status: TaskStatus; summary: string }[]
  pending: PendingStep | null
  nextEvidence: number
  lastEdit: Evidence | null
  lastTest: Evidence | null
  /** Token counts of the last step of this task that the session's model answered and whose prompt its server counted. */
  lastPrompt: { step: number; estimatedTokens: number; promptTokens: number } | null
  problemsInARow: number
  nudgesInARow: number
  /** The steps in which a guard spoke, the newest LIMITS.guardSteps of them, oldest first. */
  guards: { name: string; step: number }[]
  /** The last LIMITS.recentCalls of this task, oldest first. */
  recentCalls: RecentCall[]
}>

/** A call as it is compared with later ones; hashes are sha256 hex. */
export interface RecentCall {
  step: number
  tool: string
  ok: boolean
  /** The gate or the person refused it. */
  denied: boolean
  /** Hash of the arguments without differences in white space. */
  callKey: string
  outcomeHash: string
  /** Equal for failures of the same kind at the same place; null: it worked. */
  failureKey: string | null
  /** Equal for calls that act at the same place; null: it is not known. */
  placeKey: string | null
  mark: CallMark | null
}

/** Which calls of the newest steps are read; absent: all of them. */
export interface CallQuery {
  steps: number
  tools?: readonly string[]
  failed?: true
}

/** A committed call with its arguments. */
export interface MadeCall {
  step: number
  ok: boolean
  /** `program`: the program added the call; null: the model made it. */
  origin: string | null
  mark: CallMark | null
  /** The rule by which the gate refused it. */
  denied: string | null
  call: Pick<ToolCall, 'name' | 'arguments'>
}

/** What the model wrote in one committed step, besides its calls. */
export interface Statement {
  step: number
  /** At most LIMITS.statementChars of it. */
  text: string
}

/** A prompt that a task made after its first one. */
export interface Rebuild {
  /** The last committed step before it. */
  step: number
  reason: string
}

/** Calls and problem of one committed step. */
export interface StepDigest {
  taskId: string
  step: number
  /** Code of the reply's problem. */
  problem: string | null
  nudged: boolean
  /** Who answered, when it was not the model of the session. */
  by: string | null
  /** The model that answered, and why; null in rows of older versions. */
  route?: Route | null
  calls: {
    /** `program`: the program added the call; null: the model made it. */
    origin: string | null
    tool: string
    ok: boolean
    denied: string | null
    argsHash: string
    outcomeHash: string
    mark: CallMark | null
    /** The beginning of its arguments as JSON. */
    given: string
  }[]
}

/** How the calls of one tool ended in one task. */
export interface ToolCounts {
  tool: string
  /** Sessions since then; 0: the newest. */
  age: number
  /** Text of the task. */
  task: string
  good: number
  failed: number
}

/** A committed step for a person who reads the session again. */
export interface TranscriptStep {
  taskId: string
  step: number
  text: string
  /** Why the reply could not be used; null: it could. */
  problem: string | null
  /** `denied`: who refused it; `isOwn`: the program added it. */
  calls: {
    tool: string
    arguments: Record<string, unknown>
    ok: boolean
    denied: string | null
    isOwn: boolean
  }[]
  /** `text`: the first 16 kB of the payload; null: it is no text. `bytes`: its whole length. */
  results: {
    id: string
    kind: string
    subject: string
    summary: string
    bytes: number
    text: string | null
  }[]
  promptTokens: number
  completionTokens: number
  reusedPrefixTokens: number
  committedMs: number
}

import type {
  Evidence,
  EvidenceDraft,
  FileEdit,
  Message,
  Outcome,
  PlanNode,
  Reply,
  ToolCall,
} from '#core'
import type { SessionChange, TaskEnd, WaitingLine } from './sessions.js'

/** An outcome and the index of its call in the reply. */
export interface SettledOutcome {
  ordinal: number
  outcome: Outcome
}

/** Everything that must be durable before an effect begins. */
export interface IntentDraft {
  taskId: string
  step: number
  /** The decision; stored once per step, with its first intent. */
  reply: Reply
  /** Index of the call in `reply.calls`. */
  ordinal: number
  call: ToolCall
  effect: 'edit' | 'command'
  edits: FileEdit[]
  /** The expected outcome; for edits only. */
  outcome: Outcome | null
  /** The rule that allowed the call. */
  gate?: { rule: string; asked: boolean }
  /** Outcomes of earlier calls of this reply that are not stored yet. */
  settled: SettledOutcome[]
  estimatedTokens: number
}

/** A step that was decided and begun, but not committed. */
export interface PendingStep {
  step: number
  /** Without calls when it is damaged. */
  reply: Reply
  /** Why it cannot be committed; null: nothing is known against it. */
  damage: string | null
  estimatedTokens: number
  outcomes: SettledOutcome[]
  intents: OpenIntent[]
}

/** An intent without an outcome. `payload(hash)` returns the bytes of a hash; a null hash means that there is no file. */
export interface OpenIntent {
  id: string
  ordinal: number
  call: ToolCall
  effect: 'edit' | 'command'
  files: IntentFile[]
  outcome: Outcome | null
  gate?: { rule: string; asked: boolean }
  pid: number | null
  startTime: string | null
  output: string
}

/** A command whose outcome is stored and that may still run in the background. */
export interface RunningCommand {
  /** Id of its intent. */
  id: string
  pid: number
  startTime: string
}

export interface IntentFile {
  path: string
  beforeHash: string | null
  afterHash: string | null
  fileMode: number
}

/** Everything that one step stores. */
export interface StepCommit {
  taskId: string
  /** Must be the cursor plus one. */
  step: number
  reply: Reply
  estimatedTokens: number
  /**
   * The number that `append` and `plan` suppose for the first evidence row. When another process took it, the
   * commit writes nothing and throws NumbersMovedError. Absent: the step names no new row.
   */
  firstEvidence?: number
  /** In the order of the calls; their evidence drafts become rows in this order. */
  outcomes: Outcome[]
  /** Further evidence, such as diagnostics; numbered after the evidence of the outcomes. */
  evidence: EvidenceDraft[]
  /** Rendered messages for the prompt's tail. */
  append: Message[]
  plan: PlanMutation[]
  nudged: boolean
  /** Names of the guards that spoke in this step. */
  guards?: readonly string[]
  /** What the step showed about tokenizer and window; for the session of the task. */
  learned?: SessionChange
  /** The lines that wait from now on: without those that the step delivers. As before when absent. */
  waiting?: readonly WaitingLine[] | undefined
  end?: TaskEnd
}

/**
 * The new state of a node, with the reason. An unknown id creates a node with the next id `n<N>`; later
 * mutations of the same commit can refer to it by the unknown id.
 */
export interface PlanMutation {
  node: PlanNode
  narrative: string
}

export interface Committed {
  step: number
  evidence: Evidence[]
}

/** Another session took evidence numbers since the step began: the step has to name its rows again. */
export class NumbersMovedError extends Error {
  /** The number that the first row of the step gets now. */
  readonly firstEvidence: number
  constructor(firstEvidence: number) {
    super(`the next evidence row is e${firstEvidence}`)
    this.name = 'NumbersMovedError'
    this.firstEvidence = firstEvidence
  }
}

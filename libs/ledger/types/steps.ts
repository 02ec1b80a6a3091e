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
import type { TaskEnd } from './sessions.js'

/** An outcome and the index of its call in the reply. */
export interface SettledOutcome {
  ordinal: number
  outcome: Outcome
}

/** What must be durable before an effect begins. */
export interface IntentDraft {
  taskId: string
  step: number
  /** The decision; stored once a step, with its first intent. */
  reply: Reply
  /** Index of the call in `reply.calls`. */
  ordinal: number
  call: ToolCall
  effect: 'edit' | 'command'
  edits: FileEdit[]
  /** What is expected; for edits only. */
  outcome: Outcome | null
  /** What let it run. */
  gate?: { rule: string; asked: boolean }
  /** Outcomes of earlier calls of this reply that are not stored yet. */
  settled: SettledOutcome[]
  estimatedTokens: number
}

/** A step that was decided, began, and was never committed. */
export interface PendingStep {
  step: number
  reply: Reply
  estimatedTokens: number
  outcomes: SettledOutcome[]
  intents: OpenIntent[]
}

/** An intent without an outcome. Hashes name blobs: `payload(hash)` gives the bytes; null: no file. */
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

/** A command whose outcome is stored and that may go on in the background. */
export interface RunningCommand {
  /** Of its intent. */
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

/** Everything that one step leaves behind. */
export interface StepCommit {
  taskId: string
  /** Must be the cursor plus one. */
  step: number
  reply: Reply
  estimatedTokens: number
  /** In call order; the evidence drafts inside become rows in this order. */
  outcomes: Outcome[]
  /** Rows beyond those of the outcomes, such as diagnostics; numbered after them. */
  evidence: EvidenceDraft[]
  /** Rendered messages for the tail. */
  append: Message[]
  plan: PlanMutation[]
  nudged: boolean
  end?: TaskEnd
}

/**
 * A node's whole new state and the sentence that tells why. An id that the ledger does not know makes
 * a new node under the next `n<N>`; later mutations of the same commit may name it by that same id.
 */
export interface PlanMutation {
  node: PlanNode
  narrative: string
}

export interface Committed {
  step: number
  evidence: Evidence[]
}

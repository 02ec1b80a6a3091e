import type {
  Evidence,
  EvidenceDraft,
  EvidenceKind,
  FileEdit,
  Message,
  Mode,
  Outcome,
  PlanNode,
  Reply,
  TaskStatus,
  ToolCall,
} from '#core'

export interface SessionDraft {
  cwd: string
  model: string
  mode: Mode
  /** Kept as one line of at most 60 characters. */
  title: string
  parentId?: string
}

export interface SessionChange {
  model?: string
  mode?: Mode
  title?: string
  windowTokens?: number | null
  tokenFactor?: number
}

export interface SessionRow {
  id: string
  parentId: string | null
  cwd: string
  model: string
  mode: Mode
  title: string
  tasks: number
  /** Tasks that `resume` can take up: open, interrupted or stopped at a limit. */
  unfinished: number
  createdMs: number
}

export interface TaskDraft {
  sessionId: string
  text: string
  /** The user's message for the prompt; null when the context writes it into its own head. */
  message: Message | null
}

/** How a task ends; `proven` is false when files changed and nothing proves the result. */
export interface TaskEnd {
  status: TaskStatus
  text: string
  cites: string[]
  proven: boolean
}

export interface TaskRow {
  id: string
  sessionId: string
  text: string
  status: TaskStatus
  /** Last committed step; 0 before the first. */
  steps: number
  endText: string
  cites: string[]
  proven: boolean
  createdMs: number
  endedMs: number | null
}

export interface TaskFilter {
  sessionId?: string
  status?: readonly TaskStatus[]
}

export interface GenerationDraft {
  head: Message[]
  /** First entry of the tail that the new prompt still carries. */
  tailFromSeq: number
  reason: string
  /** Names of the tools that its requests carry. */
  offered?: readonly string[]
}

export interface TailEntry {
  seq: number
  taskId: string
  step: number
  message: Message
}

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

/** Which evidence to find; every field given must hold. */
export interface EvidencePredicate {
  taskId?: string
  kind?: EvidenceKind
  subject?: string
  /** SQLite GLOB: `*` also crosses slashes. */
  subjectGlob?: string
  passed?: boolean
  /** Words that must all occur in subject, summary or payload text. */
  text?: string
  sinceStep?: number
  /** 50 unless given. */
  limit?: number
}

export interface Counts {
  episodes: number
  evidence: number
  planNodes: number
  payloadBytes: number
}

export interface Verdict {
  ok: boolean
  problems: string[]
}

export interface SqlResult {
  columns: string[]
  rows: unknown[][]
}

/** The messages of one request as they were sent: byte for byte, whatever was rebuilt since. */
export interface PromptAt {
  taskId: string
  head: Message[]
  tail: Message[]
  /** Names of the tools that went with them; null: not kept. */
  offered: readonly string[] | null
}

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
    /** As the reply named it. */
    id: string | null
    tool: string
    ok: boolean
    denied: string | null
    /** The file that the call names: its `path`, or that of its first edit. */
    path: string | null
    argsHash: string
    outcomeHash: string
  }[]
}

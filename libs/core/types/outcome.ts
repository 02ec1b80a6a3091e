import type { Json } from './chat.js'
import type { EvidenceKind } from './evidence.js'
import type { PlanChange } from './plan.js'

/** Evidence that has no id yet. It is made from real results, never from text of the model. */
export interface EvidenceDraft {
  kind: EvidenceKind
  /** A path, command, symbol or topic. */
  subject: string
  /** One or two lines that a later step will read. */
  summary: string
  /** Verbatim bytes. */
  payload: Buffer
  facts: Record<string, Json>
}

/** A committed row. `id` is `e<N>`, counted over the whole ledger, never reused. */
export interface Evidence {
  id: string
  taskId: string
  step: number
  kind: EvidenceKind
  subject: string
  summary: string
  facts: Record<string, Json>
  payloadHash: string
  payloadBytes: number
}

/** The change of one file, computed before it is written. `null`: the file does not exist before or after. */
export interface FileEdit {
  /** Relative to the workspace root, forward slashes. */
  path: string
  before: Buffer | null
  after: Buffer | null
  /** Permission bits to keep, e.g. 0o644. */
  fileMode: number
}

/** The result of a call, for the model and the ledger. */
export interface Outcome {
  callId: string
  tool: string
  ok: boolean
  /** The tool result for the model, already cut to its cap. */
  text: string
  evidence: EvidenceDraft[]
  /** Files changed by an edit tool, in order. */
  changes: ChangedFile[]
  /** The rule by which the gate refused the call; absent when it did not. */
  denied?: string
  /** The rule that decided about the call; absent when it did not reach the gate. */
  gate?: { rule: string; asked: boolean }
  tookMs?: number
  /** The guard that refused the end which the call wanted. */
  guard?: string
  /**
   * withheld: not run, because it repeated itself · skipped: not run or not ended, because of the user, the end or another call ·
   * waiting: something outside still ran · invalid: no such tool, or its arguments are missing or have other names.
   */
  mark?: 'withheld' | 'skipped' | 'waiting' | 'invalid'
  /** Changes to the plan that the call requests; the supervisor applies them at the commit. */
  plan: PlanChange[]
  /** Absent: its arguments could not be read. */
  place?: CallPlace
}

/** Where a call acts, as its tool declares it: by this calls are compared that differ in other arguments. */
export interface CallPlace {
  /** The shell text that it runs; absent: it runs none. */
  command?: string
  /** The paths and addresses that it names. */
  names: readonly string[]
  /** It writes texts of its arguments, so its error depends on them. */
  edits: boolean
}

export interface ChangedFile {
  path: string
  added: number
  removed: number
}

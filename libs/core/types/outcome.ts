import type { Json } from './chat.js'
import type { EvidenceKind } from './evidence.js'
import type { PlanChange } from './plan.js'

/** Evidence before the ledger has given it an id. The client writes it from real results. */
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

/** One file's change, computed before it is made. `null` bytes: the file does not exist on that side. */
export interface FileEdit {
  /** Relative to the workspace root, forward slashes. */
  path: string
  before: Buffer | null
  after: Buffer | null
  /** Permission bits to keep, e.g. 0o644. */
  fileMode: number
}

/** What a call led to, as the model and the ledger will see it. */
export interface Outcome {
  callId: string
  tool: string
  ok: boolean
  /** The tool result for the model, already cut to its cap. */
  text: string
  evidence: EvidenceDraft[]
  /** Files changed by an edit tool, in order. */
  changes: ChangedFile[]
  /** Set when the gate refused: the rule that did. */
  denied?: string
  /** The rule that let it run, or did not; absent: it never came to the gate. */
  gate?: { rule: string; asked: boolean }
  tookMs?: number
  /** Changes to the plan that the call asks for; the supervisor applies them at the commit. */
  plan: PlanChange[]
}

export interface ChangedFile {
  path: string
  added: number
  removed: number
}

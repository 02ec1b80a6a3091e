import type { Usage } from '#core'

// What is recorded beside the steps: what left, what was asked, what was allowed, what was done.

/** What is about to leave this machine, or was refused to. */
export interface EgressDraft {
  sessionId: string
  taskId: string
  /** The step that asks. */
  step: number
  provider: string
  host: string
  model: string
  /** Why it was wanted. */
  reason: string
  status: 'refused' | 'sent'
  /** Of the body; 0 when nothing left. */
  bytes: number
  /** sha256 hex of the body. */
  bodyHash: string
  /** Evidence ids and paths that the body was made from. */
  sources: string[]
  /** What was left out of it, and by which rule. */
  withheld: string[]
}

export interface EgressEnd {
  status: 'answered' | 'failed'
  usage?: Usage | null
}

export interface EgressFilter {
  sessionId?: string
  taskId?: string
  limit?: number
}

/** `sent` without an end: the program was ended while it waited. */
export interface EgressRow extends Omit<EgressDraft, 'status'> {
  number: number
  status: EgressDraft['status'] | EgressEnd['status']
  promptTokens: number
  completionTokens: number
  createdMs: number
}

/** One side question that was asked for, and where its answer came from. */
export interface MicroDraft {
  sessionId: string
  step: number
  feature: string
  source: 'known' | 'cache' | 'model' | 'fallback'
  /** Why there was a fallback, or who answered instead of whom; empty otherwise. */
  reason: string
  tookMs: number
}

/** A question to the person, with the answer. */
export interface ReceiptDraft {
  sessionId: string
  taskId: string
  step: number
  tool: string
  /** What was to be done, in one line. */
  what: string
  decision: 'yes' | 'no' | 'always'
  /** What the person said with it; empty otherwise. */
  reason: string
  /** The rule that asked, and the mode that held. */
  rule: string
  mode: string
  /** What `always` covers, in words; null where nothing is remembered. */
  pattern: string | null
  /** What `always` covers, as JSON that its owner reads back; null where nothing is remembered. */
  approval: unknown
  /** Number of the newest evidence when it was asked. */
  lastEvidence: number
}

export interface ReceiptRow extends ReceiptDraft {
  number: number
  /** When it was taken back; null: it holds. */
  revokedMs: number | null
  createdMs: number
  /** Text of others (a page, another program's output) came into the session after it. */
  stale: boolean
}

/** Which calls: every one, the one committed last, or those of a step. */
export type AuditScope = 'all' | 'newest' | { taskId: string; step: number }

/** A call that came to the gate and was committed. */
export interface AuditRow {
  taskId: string
  step: number
  /** Its place in the step. */
  call: number
  sessionId: string
  committedMs: number
  tool: string
  /** Redacted; null where they are longer than 2,000 characters of JSON. */
  arguments: Record<string, unknown> | null
  argsHash: string
  decision: 'allow' | 'deny'
  rule: string
  /** A person was asked. */
  asked: boolean
  ok: boolean
  /** Null: it was not run, or a kill cut it off. */
  tookMs: number | null
}

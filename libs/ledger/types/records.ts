import type { Usage } from '#core'

// Records beside the steps: requests to clouds, side questions, permissions, audit.

/** A request to a cloud that is about to be sent, or was refused. */
export interface EgressDraft {
  sessionId: string
  taskId: string
  /** The step of the request. */
  step: number
  provider: string
  host: string
  model: string
  /** Why the request was made. */
  reason: string
  status: 'refused' | 'sent'
  /** Size of the body; 0 when nothing was sent. */
  bytes: number
  /** sha256 hex of the body. */
  bodyHash: string
  /** Evidence ids and paths that the body contains. */
  sources: string[]
  /** What was left out of the body, and by which rule. */
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

/** Status `sent` means that the program was killed while it waited for the answer. */
export interface EgressRow extends Omit<EgressDraft, 'status'> {
  number: number
  status: EgressDraft['status'] | EgressEnd['status']
  promptTokens: number
  completionTokens: number
  createdMs: number
}

/** One side question and the source of its answer. */
export interface MicroDraft {
  sessionId: string
  step: number
  feature: string
  source: 'known' | 'cache' | 'model' | 'fallback'
  /** Why the fallback was used, or which model answered instead; empty otherwise. */
  reason: string
  tookMs: number
  /** The model that was asked, and what that used; null: none was. */
  used: { model: string; usage: Usage } | null
}

/** A question to the user, with the answer. */
export interface ReceiptDraft {
  sessionId: string
  taskId: string
  step: number
  tool: string
  /** The action in one line. */
  what: string
  decision: 'yes' | 'no' | 'always'
  /** Text that the user added to the answer; may be empty. */
  reason: string
  /** The rule that asked, and the permission mode. */
  rule: string
  mode: string
  /** What `always` covers, as text; null when nothing is remembered. */
  pattern: string | null
  /** What `always` covers, as JSON of the gate; null when nothing is remembered. */
  approval: unknown
  /** Number of the newest evidence at the question. */
  lastEvidence: number
}

export interface ReceiptRow extends ReceiptDraft {
  number: number
  /** When the answer was revoked; null when it is valid. */
  revokedMs: number | null
  createdMs: number
  /** Text of others (a web page, output of another program) came into the session after the answer. */
  stale: boolean
}

/** Which calls: all, the newest, or those of a step. */
export type AuditScope = 'all' | 'newest' | { taskId: string; step: number }

/** A committed call that reached the gate. */
export interface AuditRow {
  taskId: string
  step: number
  /** Its index in the step. */
  call: number
  sessionId: string
  committedMs: number
  tool: string
  /** Redacted; null when they have more than 2,000 characters of JSON. */
  arguments: Record<string, unknown> | null
  argsHash: string
  decision: 'allow' | 'deny'
  rule: string
  /** Whether the user was asked. */
  asked: boolean
  ok: boolean
  /** Null when the call did not run, or a kill interrupted it. */
  tookMs: number | null
}

/** A commit that the program is about to make with git. */
export interface GitCommitDraft {
  sessionId: string
  taskId: string
  /** One line of at most 72 characters. */
  message: string
  /** Relative to the workspace root. */
  paths: string[]
  /** Those of the paths that git did not have in its index. */
  fresh: string[]
  /** Hash of the commit before it; null when the branch has none. */
  parent: string | null
}

export type GitCommitEnd = { status: 'done'; hash: string } | { status: 'failed'; reason: string }

/** Status `open` means that the program was killed while git ran. */
export interface GitCommitRow extends GitCommitDraft {
  number: number
  status: 'open' | GitCommitEnd['status']
  hash: string | null
  reason: string
  createdMs: number
}

import type { EvidenceKind } from '#core'

/** Which evidence to find; all given fields must match. */
export interface EvidencePredicate {
  taskId?: string
  sessionId?: string
  kind?: EvidenceKind
  subject?: string
  /** SQLite GLOB: `*` also matches slashes. */
  subjectGlob?: string
  passed?: boolean
  /** Name of a fact that the row must have. */
  fact?: string
  /** Words that must all be in subject, summary or payload text. */
  text?: string
  sinceStep?: number
  /** Rows after this one: the number in its id. */
  afterNumber?: number
  /** The oldest rows instead of the newest, still newest first. */
  oldest?: boolean
  /** Default 50. */
  limit?: number
}

export interface Verdict {
  ok: boolean
  problems: string[]
}

export interface SqlResult {
  columns: string[]
  rows: unknown[][]
}

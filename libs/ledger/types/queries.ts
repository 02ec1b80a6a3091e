import type { EvidenceKind } from '#core'

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

export interface Verdict {
  ok: boolean
  problems: string[]
}

export interface SqlResult {
  columns: string[]
  rows: unknown[][]
}

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

/** Words that tell what is needed of the results of a task. */
export interface RecallQuery {
  taskId: string
  /** The most important ones first; 40 are looked up. */
  words: readonly { word: string; weight: number }[]
  limit: number
}

/** A part of a payload, by its place in `chunksOf`. */
export interface RecalledChunk {
  /** Id of its evidence. */
  id: string
  chunk: number
  score: number
}

export interface Verdict {
  ok: boolean
  problems: string[]
}

export interface SqlResult {
  columns: string[]
  rows: unknown[][]
}

/** Which requests are counted; all, when empty. */
export interface UseFilter {
  sessionId?: string
  /** Unix time in ms. */
  sinceMs?: number
}

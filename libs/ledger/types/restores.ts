import type { FileEdit } from '#core'
import type { IntentFile } from './steps.js'

/** Edits of a session, or of one of its tasks. */
export interface EditScope {
  sessionId: string
  taskId?: string
}

/** One file that a command changed; `modeBefore`: its permission bits before. */
export type KeptChange = FileEdit & { modeBefore: number }

/** One call that changed files, as an undo sees it. */
export interface AppliedEdit {
  intentId: string
  taskId: string
  taskText: string
  step: number
  tool: string
  /** The shell text of a command. */
  command: string | null
  effect: 'edit' | 'command'
  /** `beforeMode`: null where the call kept the permission bits. */
  files: (IntentFile & { beforeMode: number | null })[]
  undone: boolean
}

/** A file's way back, or forth again; `modeBefore`: its permission bits now. */
export interface RestoreDraft {
  /** The task whose prompt is told of it. */
  taskId: string
  kind: 'undo' | 'redo'
  /** Edits that are taken back or made again. */
  intents: string[]
  /** The undo that a redo takes back. */
  undoId: string | null
  files: (FileEdit & { modeBefore: number | undefined })[]
}

export interface RestoreFile {
  path: string
  beforeHash: string | null
  afterHash: string | null
  beforeMode: number | null
  fileMode: number
}

export interface RestoreRow {
  id: string
  sessionId: string
  taskId: string
  kind: 'undo' | 'redo'
  status: 'open' | 'done' | 'failed'
  intents: string[]
  undoId: string | null
  /** Number of the newest evidence row when it was begun. */
  afterEvidence: number
  /** What the prompt was told. */
  told: string
  files: RestoreFile[]
}

import type { FileEdit, Message } from '#core'
import type { IntentFile } from './steps.js'

/** Edits of a session, or of one of its tasks. */
export interface EditScope {
  sessionId: string
  taskId?: string
}

/** One file that a command changed; `modeBefore`: its permission bits before. */
export type KeptChange = FileEdit & { modeBefore: number }

/** One call that changed files, for undo. */
export interface AppliedEdit {
  intentId: string
  taskId: string
  taskText: string
  step: number
  tool: string
  /** The shell text of a command. */
  command: string | null
  effect: 'edit' | 'command'
  /** `beforeMode` is null when the call kept the permission bits. */
  files: (IntentFile & { beforeMode: number | null })[]
  undone: boolean
}

/** A file before a call. null: it did not exist. */
export interface TouchedFile {
  taskId: string
  path: string
  beforeHash: string | null
}

/** An undo or redo. `modeBefore` of a file: its permission bits now. */
export interface RestoreDraft {
  /** The task whose prompt gets the notice. */
  taskId: string
  kind: 'undo' | 'redo'
  /** Ids of the intents that are undone or redone. */
  intents: string[]
  /** The undo that a redo reverts. */
  undoId: string | null
  files: (FileEdit & { modeBefore: number | undefined })[]
}

/** How a restore ended. `failed`: it was not finished, and `notice` says which files it changed. */
export interface RestoreEnd {
  notice: Message
  failed?: boolean
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
  /** Number of the newest evidence row at its start. */
  afterEvidence: number
  /** The text that was added to the prompt; empty when no file was changed. */
  notice: string
  files: RestoreFile[]
}

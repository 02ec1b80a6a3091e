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

/** The conversation of a session goes back to before a task. */
export interface RewindDraft {
  taskId: string
  /** For the next prompt; null: the files are as that prompt shows them. */
  notice: Message | null
  /** The undo that is part of it, in the same transaction. */
  restore: RestoreDraft | null
}

/** @see RewindDraft */
export interface Rewound {
  /** Tasks that are in the conversation no more. */
  tasks: number
  /** Whether the next prompt continues one that was sent; false: it begins with the task. */
  hasPrompt: boolean
  /** Id of the undo; null: it has none. */
  restoreId: string | null
}

/** How a restore ended. `failed`: it was not finished, and `notice` says which files it changed. */
export interface RestoreEnd {
  notice: Message
  /** The notice is stored and not added to the prompt. */
  isSilent?: boolean
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
  /** It is part of a rewind of the conversation. */
  isRewind: boolean
  /** Number of the newest evidence row at its start. */
  afterEvidence: number
  /** The text that was added to the prompt; empty when no file was changed. */
  notice: string
  files: RestoreFile[]
}

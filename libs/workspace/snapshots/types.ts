/** The regular files of a tree by path, at one moment. */
export interface Snapshot {
  files: ReadonlyMap<string, Entry>
  /** Existing files that are not stored: links, denied, large or with another name. */
  skipped: ReadonlySet<string>
  takenMs: number
}

/** A stored file. */
export interface Entry {
  /** Object id of its bytes in the store. */
  id: string
  fileMode: number
  /** Bytes. */
  size: number
  /** When its bytes or permissions last changed. */
  changedMs: number
  /** Size, times and inode. While it is equal, the bytes are not read again. */
  stamp: string
}

/** One changed file. null bytes mean that it does not exist on that side. */
export interface SnapshotChange {
  path: string
  before: Buffer | null
  after: Buffer | null
  /** Permission bits on each side; equal to the other side when the file does not exist. */
  modeBefore: number
  fileMode: number
}

/** What changed between two moments. */
export interface Look {
  /** Every changed path, however many. */
  paths: string[]
  /** The same with bytes; none when there are more than LIMITS.snapshotChanges. */
  changes: SnapshotChange[]
  /** Hash of the tree at the later moment. */
  digest: string
}

export interface Snapshots {
  /** null when the folder has too many files, or the store is broken. */
  take(signal: AbortSignal): Promise<Snapshot | null>
  /** What changed since; null when no snapshot can be taken now. */
  look(before: Snapshot, signal: AbortSignal): Promise<Look | null>
  /** What changed since the first snapshot after `startTask`; null when there was none, or none can be taken now. */
  lookAtTask(signal: AbortSignal): Promise<Look | null>
  /** Begins or resumes a task: its first snapshot is the one that was kept for it, else the next one. */
  startTask(taskId: string): void
  /** Stores the first snapshot of the task, so that changes are found also after a kill. */
  keepTask(): void
  /** Stores also the tree before a call, so that what it changed is found after a kill. */
  keepCall(callId: string, before: Snapshot): void
  /** The tree before a call of the task that `startTask` named; null when it was not kept or cannot be compared. */
  beforeCall(callId: string): Snapshot | null
  /** The task has ended: what was kept for it is removed. */
  endTask(taskId: string): void
  /** The files that changed since; none when there are more than LIMITS.snapshotChanges. */
  changesSince(before: Snapshot, signal: AbortSignal): Promise<SnapshotChange[]>
  /** Returns each message for the user once: why there are no snapshots, that the store was rebuilt. */
  takeNotes(): string[]
}

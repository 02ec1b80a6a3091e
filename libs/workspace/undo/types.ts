/** The plain files of a tree by path, as they were at one moment. */
export interface Snapshot {
  files: ReadonlyMap<string, Entry>
  /** What is there and not kept: links, denied, large or with another name. */
  left: ReadonlySet<string>
  takenMs: number
}

/** A kept file. */
export interface Entry {
  /** Name of its bytes in the store. */
  id: string
  fileMode: number
  /** Bytes. */
  size: number
  /** When its bytes or its permissions were changed last. */
  changedMs: number
  /** Size, time, inode: while these are equal, the bytes are not read again. */
  stamp: string
}

/** One file that is not as it was; null bytes: it is not there on that side. */
export interface SnapshotChange {
  path: string
  before: Buffer | null
  after: Buffer | null
  /** Permission bits on each side; those of the other where it is not there. */
  modeBefore: number
  fileMode: number
}

export interface Snapshots {
  /** null: the folder is under no git, has too many files, or the store is broken. */
  take(signal: AbortSignal): Promise<Snapshot | null>
  /** What changed since; at most LIMITS.snapshotChanges files, else none. */
  changesSince(before: Snapshot, signal: AbortSignal): Promise<SnapshotChange[]>
  /** What a person should know, once: why there are no snapshots, that the store was made anew. */
  takeNotes(): string[]
}

/** Snapshots of the files of a task, and the calls of git that make them. */
export const SNAPSHOT_LIMITS = {
  /** The changes of a command are kept for undo in trees up to this number of files: a first snapshot of more takes seconds (bench/undo). */
  snapshotFiles: 50_000,
  /** Largest file in such a snapshot (row 249), and the largest number of changed files. */
  snapshotFileBytes: 1_048_576,
  snapshotChanges: 100,
  /**
   * The same outside of git, where every file is looked at and its bytes are held in memory: the first snapshot of 9,900
   * files takes 0.7 s, a later one 0.2 s, on a busy machine (bench/results/undo-end_look.json).
   */
  walkSnapshotFiles: 10_000,
  walkSnapshotBytes: 64 * 1_048_576,
  /** Longest snapshot after a command that the user ended: a tree of 50,000 files takes 2 s on a busy machine. */
  cutLookMs: 10_000,
  /** Bytes of names or of changed files that one snapshot reads. */
  snapshotBytes: 256 * 1_048_576,
  /** Longest git call of aircoder itself, and its largest output: a snapshot of a large tree takes seconds. */
  gitMs: 60_000,
  gitBytes: 64 * 1_048_576,
  /** Longest look of the gate at commits: nothing else runs meanwhile. Two trees with 100,000 different files take .8 s on two busy cores. */
  gitLookMs: 3_000,
} as const

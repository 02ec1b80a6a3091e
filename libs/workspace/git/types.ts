/** A file that a task changed, with every content that it is known to have had, oldest first. */
export interface TaskFile {
  /** Relative to the workspace root. */
  path: string
  /** null: it did not exist. The first is what the task found, the last what it left. */
  versions: readonly (Buffer | null)[]
}

/** A commit that can be made. */
export interface CommitPlan {
  /** Paths that differ from the last commit. */
  paths: string[]
  /** Those that the index does not have. */
  fresh: string[]
  /** The last commit; null when the branch has none. */
  parent: string | null
}

export type PlannedCommit =
  | { ok: true; plan: CommitPlan }
  /** Every file is as in the last commit, or git ignores it. */
  | { ok: true; plan: null }
  | { ok: false; reason: string }

export type MadeCommit = { ok: true; hash: string } | { ok: false; reason: string }

/** Commits of the files that a task changed, in the user's repository. */
export interface Commits {
  /** Whether exactly these changes can be committed. Read-only. */
  plan(files: readonly TaskFile[], signal: AbortSignal): Promise<PlannedCommit>
  /**
   * Commits these paths and nothing else; what is staged stays staged. The user's hooks run, in the sandbox of
   * commands. After an error the index is as before.
   */
  make(plan: CommitPlan, message: string, signal: AbortSignal): Promise<MadeCommit>
  /** The commit with this message that was made since; null when there is none. */
  find(parent: string | null, message: string, signal: AbortSignal): Promise<string | null>
  /** Takes paths out of the index that an interrupted commit left there without content. */
  forget(fresh: readonly string[], signal: AbortSignal): Promise<void>
}

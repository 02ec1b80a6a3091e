import type { GitChanges, GitState, Workspace } from '#workspace'
import { isAboutChanges } from './recent_changes.js'

/** What git says before a task begins. It is read once a task, so that no later prompt has another text. */
export interface Surroundings {
  git: GitState | null
  /** Set when the message is about recent changes. */
  changes: GitChanges | null
}

export const NOTHING_AROUND: Surroundings = { git: null, changes: null }

/** Commits that are named (row 94). */
const COMMITS = 5
/** Longest waits: every first prompt waits for the state, and only a message about changes for these. */
const STATE_MS = 1_000
const CHANGES_MS = 3_000

/**
 * Reads what a first prompt or a message says about git (rows 94, 95). A repository that needs longer gets no lines.
 * @param signal  ends it
 * @param options.state  whether status and commits are read: only the first prompt of a session shows them
 */
export async function lookAround(
  message: string,
  workspace: Workspace,
  signal: AbortSignal,
  { state }: { state: boolean },
): Promise<Surroundings> {
  if (workspace.gitPlace() === null) return NOTHING_AROUND
  const [git, changes] = await Promise.all([
    state ? workspace.gitState({ timeoutMs: STATE_MS, signal, most: COMMITS }) : null,
    isAboutChanges(message) ? workspace.gitChanges({ timeoutMs: CHANGES_MS, signal }) : null,
  ])
  return { git, changes }
}

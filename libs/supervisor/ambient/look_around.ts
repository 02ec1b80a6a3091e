import type { GitChanges, GitState, Workspace } from '#workspace'
import { isAboutChanges } from './recent_changes.js'

/** What git says before a task begins. It is read once a task, so that no later prompt has another text. */
export interface Surroundings {
  git: GitState | null
  /** Set when the message is about recent changes. */
  changes: GitChanges | null
}

export const NOTHING_AROUND: Surroundings = { git: null, changes: null }

/** Commits that are named (row 94), and the longest wait: a repository that needs longer gets no lines about git. */
const COMMITS = 5
const LONGEST_MS = 3_000

/** Reads what a first prompt or a message says about git (rows 94, 95). */
export async function lookAround(
  message: string,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<Surroundings> {
  if (workspace.gitPlace() === null) return NOTHING_AROUND
  const bounds = { timeoutMs: LONGEST_MS, signal }
  const [git, changes] = await Promise.all([
    workspace.gitState({ ...bounds, most: COMMITS }),
    isAboutChanges(message) ? workspace.gitChanges(bounds) : null,
  ])
  return { git, changes }
}

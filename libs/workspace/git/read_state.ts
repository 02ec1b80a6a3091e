import { type GitPlace, openGit } from './run_git.js'

/** What git says about the folder. */
export interface GitState {
  /** Files that differ from the last commit, each with its two letters of `git status`; relative to the root. */
  changed: { mark: string; path: string }[]
  /** Subjects of the last commits that changed the folder, newest first. */
  commits: string[]
}

/** Output of one call: names of some thousand files. A larger one is left out. */
const BYTES = 1_048_576
const SUBJECT_CHARS = 100

/**
 * Reads status and last commits (row 94).
 * @param prefix  the folder below the top of its repository: `` or `packages/a/`
 * @returns null without git, or when git takes longer than `timeoutMs`
 */
export async function readState(
  place: GitPlace,
  prefix: string,
  { most, timeoutMs, signal }: { most: number; timeoutMs: number; signal: AbortSignal },
): Promise<GitState | null> {
  const bounds = { signal, timeoutMs, maxBytes: BYTES }
  const git = await openGit(place, bounds)
  const [status, log] = await Promise.all([
    // A submodule has settings of its own, which could start a program.
    git(
      ['status', '--porcelain=v1', '-z', '--no-renames', '--ignore-submodules=all', '--', '.'],
      bounds,
    ),
    git(['log', '-z', '-n', String(most), '--format=%s', '--', '.'], bounds),
  ])
  if (status.code !== 0) return null
  const changed = parts(status.stdout).flatMap((line) => {
    const path = line.slice(3)
    return path.startsWith(prefix)
      ? [{ mark: line.slice(0, 2).trim(), path: path.slice(prefix.length) }]
      : []
  })
  // A repository without a commit has no log.
  const commits = log.code === 0 ? parts(log.stdout) : []
  return { changed, commits: commits.map((subject) => subject.slice(0, SUBJECT_CHARS)) }
}

function parts(output: Buffer): string[] {
  return output
    .toString('utf8')
    .split('\0')
    .filter((part) => part !== '')
}

import { type GitPlace, runGit } from './run_git.js'

/** One commit of the past. */
export interface PastCommit {
  /** Subject and body. */
  message: string
  /** Changed paths, relative to the workspace root. */
  paths: string[]
}

export interface History {
  /** The commit that the branch is at. */
  head: string
  /** Newest first, without merges. */
  commits: PastCommit[]
}

const BYTES = 16 * 1_048_576
const MESSAGE_CHARS = 2_000

/** The commit that a branch is at; null without git or without a commit. */
export async function headOf(place: GitPlace, signal: AbortSignal): Promise<string | null> {
  const { code, stdout } = await runGit(place, ['rev-parse', 'HEAD'], { signal, timeoutMs: 5_000 })
  return code === 0 ? stdout.toString('utf8').trim() : null
}

/**
 * Reads the last commits that changed the workspace.
 * @param most  number of commits
 * @returns null without git, without a commit, or when git takes longer than `timeoutMs`
 */
export async function readHistory(
  place: GitPlace,
  { most, timeoutMs, signal }: { most: number; timeoutMs: number; signal: AbortSignal },
): Promise<History | null> {
  const head = await headOf(place, signal)
  if (head === null) return null
  const format = '--format=%x01%B%x02'
  const { code, stdout } = await runGit(
    place,
    [
      'log',
      '--no-merges',
      '-n',
      String(most),
      '--no-renames',
      '--name-only',
      '-z',
      '--relative',
      format,
      head,
    ],
    { signal, timeoutMs, maxBytes: BYTES },
  )
  if (code !== 0) return null
  const commits = stdout
    .toString('utf8')
    .split('\x01')
    .slice(1)
    .map((part) => {
      const [message = '', names = ''] = part.split('\x02')
      const paths = names.split('\0').map((name) => name.replace(/^\n+/, ''))
      return {
        message: message.slice(0, MESSAGE_CHARS),
        paths: paths.filter((path) => path !== ''),
      }
    })
  return { head, commits: commits.filter(({ paths }) => paths.length > 0) }
}

import { type GitPlace, openGit } from './run_git.js'

/** The newest changes of a folder: those that are not committed, else those of the last commit. */
export interface GitChanges {
  /** The command that shows the same. */
  command: string
  /** Subject of that commit; null: the changes are not committed. */
  subject: string | null
  /** Changed files, relative to the root. */
  paths: string[]
  /** The difference as git prints it; empty when it is too long to read. */
  diff: string
}

const NAME_BYTES = 1_048_576
const DIFF_BYTES = 4 * 1_048_576
/** Files of one difference. */
const MOST_FILES = 200

/**
 * Reads what changed lately (row 95).
 * @param isShown  whether a file may be shown; the text of the others is not read
 * @returns null without git, without a commit, without a change, or when git takes longer than `timeoutMs`
 */
export async function readChanges(
  place: GitPlace,
  isShown: (path: string) => boolean,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<GitChanges | null> {
  const bounds = { signal, timeoutMs, maxBytes: NAME_BYTES }
  const git = await openGit(place, bounds)
  for (const range of ['HEAD', 'HEAD~1..HEAD']) {
    // A submodule has settings of its own, which could start a program.
    const form = [
      'diff',
      '--relative',
      '--no-renames',
      '--ignore-submodules=all',
      '--no-color',
      range,
    ]
    const names = await git([...form, '--name-only', '-z', '--', '.'], bounds)
    if (names.code !== 0) return null
    const paths = names.stdout
      .toString('utf8')
      .split('\0')
      .filter((path) => path !== '' && isShown(path))
      .slice(0, MOST_FILES)
    if (paths.length === 0) continue
    const isCommit = range !== 'HEAD'
    const [diff, log] = await Promise.all([
      git([...form, '--', ...paths], { ...bounds, maxBytes: DIFF_BYTES }),
      git(['log', '-1', '--format=%s', 'HEAD'], bounds),
    ])
    return {
      command: `git diff ${range}`,
      subject: isCommit ? log.stdout.toString('utf8').trim() : null,
      paths,
      diff: diff.code === 0 ? diff.stdout.toString('utf8') : '',
    }
  }
  return null
}

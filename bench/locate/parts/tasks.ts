import { execFileSync } from 'node:child_process'

/** A commit of the past as a task: the tree is its parent, the text its message. */
export interface LocateTask {
  parent: string
  text: string
  /** Source files that the commit changed. */
  files: string[]
  /** Path -> lines of the parent's version that were changed. */
  lines: Map<string, number[]>
}

const SOURCE =
  /\.(?:[cm]?[jt]sx?|py|go|rs|java|rb|php|c|h|cc|cpp|hpp|cs|swift|dart|sol|sh|vue|kt|scala|lua)$/
const TEST =
  /(^|\/)(?:tests?|__tests__|specs?|testing|testdata|fixtures|e2e)\/|[._-](?:test|spec)s?\.\w+$|(^|\/)test[_-]|_test\.\w+$|(^|\/)conftest\.py$/i
const NOISE =
  /^(?:bump|release|merge|revert|v?\d+\.\d+|update (?:dependenc|deps)|chore\(deps|build\(deps)/i
const MOST_FILES = 15
const MOST_SOURCES = 5

export function git(repo: string, args: readonly string[]): string {
  return execFileSync('git', ['-C', repo, ...args], {
    encoding: 'utf8',
    maxBuffer: 256 * 1_048_576,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

/** Makes the tree that of a commit. A file whose object the clone lacks is left out. */
export function checkOut(repo: string, commit: string): void {
  git(repo, ['update-ref', '--no-deref', 'HEAD', commit])
  // Files that are the same in both commits keep their times.
  git(repo, ['read-tree', '--reset', 'HEAD'])
  try {
    git(repo, ['checkout-index', '-q', '-a', '-f', '-u'])
  } catch {
    // Its exit status says that objects are missing; all others are written.
  }
  git(repo, ['clean', '-q', '-f', '-d', '-x'])
}

/**
 * Picks tasks from the first-parent history, spread over the newest `span` commits, oldest first.
 * One is a commit that is no merge and modifies 1-5 existing source files of at most 15 files, with at least four words.
 */
export function pickTasks(
  repo: string,
  { most, span }: { most: number; span: number },
): LocateTask[] {
  const log = git(repo, [
    'log',
    '--first-parent',
    '--no-merges',
    '-n',
    String(span),
    '--no-renames',
    '--name-status',
    '--format=%x01%H%x02%P%x02%B%x02',
  ])
  const found = log
    .split('\x01')
    .slice(1)
    .flatMap((part) => {
      const [hash = '', parent = '', body = '', names = ''] = part.split('\x02')
      const changed = names.split('\n').filter((line) => /^[A-Z]\t/.test(line))
      const text = cleanMessage(body)
      const subject = body.trim().split('\n')[0] ?? ''
      const sources = changed
        .filter((line) => line.startsWith('M\t'))
        .map((line) => line.slice(2))
        .filter((path) => SOURCE.test(path) && !TEST.test(path))
      const fits =
        parent !== '' &&
        changed.length <= MOST_FILES &&
        sources.length >= 1 &&
        sources.length <= MOST_SOURCES &&
        subject.split(/\s+/).length >= 4 &&
        !NOISE.test(subject)
      return fits ? [{ hash, parent: parent.split(' ')[0] ?? '', text, files: sources }] : []
    })
  const step = Math.max(1, found.length / most)
  const chosen = Array.from(
    { length: Math.min(most, found.length) },
    (_, at) => found[Math.floor(at * step)],
  )
  return chosen
    .filter((one) => one !== undefined)
    .reverse()
    .map(({ hash, ...task }) => ({
      ...task,
      lines: changedLines(repo, task.parent, hash, task.files),
    }))
}

/** Subject and body without numbers of issues, addresses and trailers. */
function cleanMessage(body: string): string {
  return body
    .split('\n')
    .filter(
      (line) =>
        !/^[\w-]+-by:|^(?:fixes|closes|refs?|co-authored|change-id|see)\b.*[#:]/i.test(line),
    )
    .join('\n')
    .replace(/https?:\/\/\S+/g, ' ')
    .replace(/\(?#\d+\)?/g, ' ')
    .trim()
}

function changedLines(repo: string, parent: string, hash: string, files: readonly string[]) {
  const lines = new Map<string, number[]>()
  for (const file of files) {
    const diff = git(repo, ['diff', '-U0', '--no-renames', parent, hash, '--', file])
    const rows = [...diff.matchAll(/^@@ -(\d+)(?:,(\d+))? /gm)].map(([, start, count]) =>
      // A hunk without old lines follows the line that it names.
      Math.max(1, Number(start) + (count === '0' ? 0 : Math.floor((Number(count ?? 1) - 1) / 2))),
    )
    lines.set(file, rows)
  }
  return lines
}

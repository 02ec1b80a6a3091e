import { execFileSync } from 'node:child_process'

/** A real change: old text that occurs once in the file, and its replacement. */
export interface Hunk {
  path: string
  content: string
  old: string
  fresh: string
}

const LINES = { least: 3, most: 30 }
const KINDS = /\.(ts|tsx|js|mjs|py|go|rs|java|c|cc|cpp|h|rb|css|json|ya?ml|md|toml|sh)$/
const MOST_BYTES = 400_000

/**
 * Hunks of a git repository's history, newest first, each with up to three lines of context.
 * @param limit  the largest number of hunks, taken evenly from all suitable ones
 */
export function readHunks(repo: string, limit: number): Hunk[] {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', repo, ...args], { encoding: 'utf8', maxBuffer: 2 ** 30 })
  const log = git(
    'log',
    '-p',
    '-U3',
    '--no-color',
    '--no-renames',
    '--diff-filter=M',
    '--no-merges',
    '-n',
    '400',
    '--format=commit %H',
  )
  const found: Hunk[] = []
  let commit = ''
  let path = ''
  const files = new Map<string, string>()
  for (const part of log.split(/^(?=commit [0-9a-f]{40}$|diff --git |@@ )/m)) {
    const [head = '', ...body] = part.replace(/\n$/, '').split('\n')
    if (head.startsWith('commit ')) commit = head.slice(7)
    else if (head.startsWith('diff ')) path = / b\/(.+)$/.exec(head)?.[1] ?? ''
    else if (head.startsWith('@@') && KINDS.test(path)) {
      const side = (mark: string) =>
        body
          .filter((line) => line.startsWith(' ') || line.startsWith(mark))
          .map((line) => line.slice(1))
      if (body.some((line) => line.startsWith('\\'))) continue
      const old = side('-')
      if (old.length < LINES.least || old.length > LINES.most) continue
      const key = `${commit}^:${path}`
      if (!files.has(key)) files.set(key, show(key))
      const content = files.get(key) ?? ''
      const hunk = { path, content, old: `${old.join('\n')}\n`, fresh: `${side('+').join('\n')}\n` }
      if (content.length > MOST_BYTES || content.split(hunk.old).length !== 2) continue
      found.push(hunk)
    }
  }
  const step = Math.max(1, found.length / limit)
  return Array.from(
    { length: Math.min(limit, found.length) },
    (_, at) => found[Math.floor(at * step)],
  ).filter((hunk) => hunk !== undefined)

  function show(key: string): string {
    try {
      return git('show', key)
    } catch {
      return ''
    }
  }
}

/** The current commit of a repository: the hunks depend on it. */
export function headOf(repo: string): string {
  return execFileSync('git', ['-C', repo, 'rev-parse', '--short', 'HEAD'], {
    encoding: 'utf8',
  }).trim()
}

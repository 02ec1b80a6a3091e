import { join } from 'node:path'
import { gitTop } from '../paths/git_top.js'
import { findOddKind, findOddRules, isOddRules, oddRulesAbove } from './odd_ignores.js'

/** How the reason begins when git was not run, or was ended, because of such a file. */
export const HELD = 'git would wait at'

/** What git reads in each folder by itself. */
const RULES = ['.gitignore', '.gitattributes']
/** What git reads of a repository with any command. */
const OWN = [
  'objects/info/alternates',
  'HEAD',
  'config',
  'index',
  'packed-refs',
  'commondir',
  'info/exclude',
  'info/attributes',
]
/** Commands that look at the files of the work tree. */
const LOOKS = new Set([
  'status',
  'ls-files',
  'diff',
  'diff-files',
  'diff-index',
  'add',
  'hash-object',
])

/** A file at which git would wait, or which it would read without an end; null: none is known. */
export function oddForGit(root: string, command: string | undefined): string | null {
  const top = gitTop(root)
  if (top === null) return null
  const own = OWN.map((name) => join(top, '.git', name)).find((path) =>
    isOddRules(path, Number.POSITIVE_INFINITY),
  )
  if (own !== undefined) return own
  return looks(command) ? (oddRulesAbove(root, root, RULES)[0] ?? null) : null
}

/** The same below the folder and everywhere in the repository, while git runs. */
export async function findOddForGit(
  root: string,
  command: string | undefined,
  signal: AbortSignal,
): Promise<string | null> {
  const top = gitTop(root)
  if (top === null) return null
  const [own, rules] = await Promise.all([
    findOddKind(join(top, '.git'), signal),
    looks(command) ? findOddRules(root, signal, RULES) : null,
  ])
  return own ?? rules
}

function looks(command: string | undefined): boolean {
  return command !== undefined && LOOKS.has(command)
}

import { existsSync, realpathSync } from 'node:fs'
import { join, relative } from 'node:path'
import picomatch from 'picomatch'
import { isWithin } from '../paths/deny.js'
import { gitTop } from '../paths/git_top.js'
import { LEFT_FOLDERS } from './left_folders.js'

const LEFT = LEFT_FOLDERS.flatMap((name) => ['--glob', `!${name}`])

/** Where ripgrep starts, and which files it may search. */
export interface RipgrepTree {
  cwd: string
  /** Flags that choose the files. */
  flags: string[]
  /** The folder to search, relative to `cwd`. */
  start: string
}

/**
 * The files of a folder that .gitignore does not exclude.
 * @param name  a glob with the same meaning in ripgrep and picomatch (`plainName`): only files with such names
 */
export function aimAtFolder(root: string, base: string, name: string | null): RipgrepTree {
  const cwd = isWithin(root, base) ? root : base
  const typed = name === null ? [] : ['--type-add', `asked:${name}`, '--type', 'asked']
  return {
    cwd,
    flags: ['--hidden', ...LEFT, '--no-require-git', ...ignoreFlags(cwd), ...typed],
    start: relative(cwd, base) || '.',
  }
}

/**
 * The folder of a pattern's fixed prefix: for `src/lib/*.ts` only src/lib is searched. A prefix that is not a
 * folder of the tree, such as a link, is not used.
 */
export function narrow(folder: string, pattern: string | null): string {
  const { base } = picomatch.scan(pattern ?? '', { unescape: true })
  const inner = join(folder, base)
  try {
    if (base !== '' && isWithin(folder, inner) && realpathSync(inner) === inner) return inner
  } catch {
    // No such folder: the search from the parent finds nothing either.
  }
  return folder
}

/** At most one brace of plain words, no `**`: such globs mean the same in ripgrep and picomatch. */
const PLAIN_NAME = /^(?!.*\*\*)[\w.*?-]*(?:\{[\w-]+(?:,[\w-]+)+\}[\w.*?-]*)?$/

/** The last name of a pattern when ripgrep can filter by it, else null. */
export function plainName(pattern: string): string | null {
  const name = pattern.slice(pattern.lastIndexOf('/') + 1)
  return name !== '' && PLAIN_NAME.test(name) ? name : null
}

/** Only .gitignore files of the project are used, so that the result is the same on every machine. */
function ignoreFlags(cwd: string): string[] {
  const flags = ['--no-ignore-dot', '--no-ignore-global', '--no-ignore-exclude']
  // Outside git, ripgrep would read every .gitignore up to the root of the disk.
  if (gitTop(cwd) === null) flags.push('--no-ignore-parent')
  const own = join(cwd, '.gitignore')
  if (gitTop(cwd) === null && existsSync(own)) flags.push('--ignore-file', own)
  return flags
}

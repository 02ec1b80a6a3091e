import { existsSync, realpathSync } from 'node:fs'
import { join, relative } from 'node:path'
import picomatch from 'picomatch'
import { isWithin } from '../paths/deny.js'
import { gitTop } from './walk_files.js'

/** Where ripgrep starts, and what it may look at there. */
export interface RipgrepTree {
  cwd: string
  /** Flags that choose the files. */
  flags: string[]
  /** The folder to go through, from `cwd`. */
  start: string
}

/**
 * The files of a folder that .gitignore does not leave out.
 * @param name  a glob that ripgrep reads as picomatch does (`plainName`): only files of such names
 */
export function aimAtFolder(root: string, base: string, name: string | null): RipgrepTree {
  const cwd = isWithin(root, base) ? root : base
  const typed = name === null ? [] : ['--type-add', `asked:${name}`, '--type', 'asked']
  return {
    cwd,
    flags: ['--hidden', '--glob', '!.git', '--no-require-git', ...ignoreFlags(cwd), ...typed],
    start: relative(cwd, base) || '.',
  }
}

/**
 * The folder that a pattern names with its fixed beginning: `src/lib/*.ts` needs no look beside src/lib.
 * What is no folder of the tree itself, such as a link, is not gone into.
 */
export function narrow(folder: string, pattern: string | null): string {
  const { base } = picomatch.scan(pattern ?? '', { unescape: true })
  const inner = join(folder, base)
  try {
    if (base !== '' && isWithin(folder, inner) && realpathSync(inner) === inner) return inner
  } catch {
    // No such folder: the search from above finds nothing either.
  }
  return folder
}

/** One brace of plain words at most, no `**`: here ripgrep's globs and picomatch's mean the same. */
const PLAIN_NAME = /^(?!.*\*\*)[\w.*?-]*(?:\{[\w-]+(?:,[\w-]+)+\}[\w.*?-]*)?$/

/** The last name of a pattern, where ripgrep can be told to look at such names alone; null: at all. */
export function plainName(pattern: string): string | null {
  const name = pattern.slice(pattern.lastIndexOf('/') + 1)
  return name !== '' && PLAIN_NAME.test(name) ? name : null
}

/** Only .gitignore files decide, those of the project and no others: the result is the same everywhere. */
function ignoreFlags(cwd: string): string[] {
  const flags = ['--no-ignore-dot', '--no-ignore-global', '--no-ignore-exclude']
  // Outside git ripgrep would read every .gitignore up to the root of the disk.
  if (gitTop(cwd) === null) flags.push('--no-ignore-parent')
  const own = join(cwd, '.gitignore')
  if (gitTop(cwd) === null && existsSync(own)) flags.push('--ignore-file', own)
  return flags
}

import { existsSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import { LIMITS } from '#core'
import { isWithin } from './deny.js'
import type { PathRules } from './paths.js'
import { type RipgrepEnd, streamRipgrep } from './ripgrep.js'
import { gitTop, walkFiles } from './walk.js'

export interface FileList {
  /** Absolute paths in path order, folder by folder; what a deny rule covers is left out. */
  files: string[]
  truncated: boolean
}

/**
 * Lists the files below a folder that .gitignore does not leave out.
 * @param binary  ripgrep's path; null walks without it
 * @throws Error when ripgrep fails for a reason other than the deadline
 */
export async function listFiles(
  rules: PathRules,
  base: string,
  binary: string | null,
  signal: AbortSignal,
): Promise<FileList> {
  const found =
    binary === null
      ? walkFiles(rules.root, base, () => signal.aborted)
      : await listByRipgrep(rules.root, base, binary, signal)
  return { ...found, files: found.files.filter((path) => rules.deny.match(path) === null) }
}

async function listByRipgrep(
  root: string,
  base: string,
  binary: string,
  signal: AbortSignal,
): Promise<FileList> {
  // ripgrep sorts with one thread only; a list that is whole is sorted here, one that is cut by ripgrep,
  // so that the same files are left out every time.
  const all = await runList(root, base, binary, signal, [])
  if (all.end === 'stopped')
    return {
      files: (await runList(root, base, binary, signal, ['--sort', 'path'])).files,
      truncated: true,
    }
  return { files: inPathOrder(all.files), truncated: all.end === 'aborted' }
}

/** Folder by folder: a slash comes before every other character. */
function inPathOrder(files: readonly string[]): string[] {
  const keys = files.map((file) => file.replaceAll('/', '\0')).sort()
  return keys.map((key) => key.replaceAll('\0', '/'))
}

async function runList(
  root: string,
  base: string,
  binary: string,
  signal: AbortSignal,
  order: readonly string[],
): Promise<{ files: string[]; end: RipgrepEnd['end'] }> {
  const files: string[] = []
  const cwd = isWithin(root, base) ? root : base
  const start = relative(cwd, base) || '.'
  const end = await streamRipgrep(
    binary,
    ['--files', '--null', ...order, ...ignoreFlags(cwd), '--', start],
    cwd,
    signal,
    '\0',
    (path) => {
      // A name that is no UTF-8 comes back with marks that no file has: it cannot be opened by name.
      if (!path.includes('\uFFFD')) files.push(isAbsolute(path) ? path : join(cwd, path))
      return files.length < LIMITS.walkEntries
    },
  )
  // Exit 1: no file. Exit 2 with files: some folder could not be read.
  if (end.end === 'failed' || (end.exitCode === 2 && files.length === 0 && end.end === 'done'))
    throw new Error(`ripgrep failed: ${end.stderr.trim()}`)
  return { files, end: end.end }
}

/** Only .gitignore files decide, those of the project and no others: the result is the same everywhere. */
function ignoreFlags(cwd: string): string[] {
  const flags = ['--hidden', '--glob', '!.git', '--no-require-git']
  flags.push('--no-ignore-dot', '--no-ignore-global', '--no-ignore-exclude')
  // Outside git ripgrep would read every .gitignore up to the root of the disk.
  if (gitTop(cwd) === null) flags.push('--no-ignore-parent')
  const own = join(cwd, '.gitignore')
  if (gitTop(cwd) === null && existsSync(own)) flags.push('--ignore-file', own)
  return flags
}

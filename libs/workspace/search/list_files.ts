import { isAbsolute, join } from 'node:path'
import { LIMITS } from '#core'
import type { PathRules } from '../paths/resolve_path.js'
import { aimAtFolder, type RipgrepTree } from './ripgrep_tree.js'
import { type RipgrepEnd, streamRipgrep } from './run_ripgrep.js'
import { walkFiles } from './walk_files.js'

export interface FileList {
  /** Absolute paths in path order, folder by folder; what a deny rule covers is left out. */
  files: string[]
  truncated: boolean
}

/** What is asked for below a folder. */
export interface Wanted {
  base: string
  /** A name that all wanted files fit, as ripgrep may be told it; null: none. */
  name: string | null
  /** Asked of each absolute path. */
  fits(path: string): boolean
}

/**
 * Lists the files below a folder that .gitignore does not leave out.
 * @param binary  ripgrep's path; null walks without it
 * @throws Error when ripgrep fails for a reason other than the deadline
 */
export async function listFiles(
  rules: PathRules,
  wanted: Wanted,
  binary: string | null,
  signal: AbortSignal,
): Promise<FileList> {
  // Most files do not fit: that is asked first, and only what is left is held against the rules and sorted.
  const keeps = (path: string) => wanted.fits(path) && rules.deny.match(path) === null
  if (binary !== null) return listByRipgrep(rules.root, wanted, keeps, binary, signal)
  const found = walkFiles(rules.root, wanted.base, () => signal.aborted)
  return { ...found, files: found.files.filter(keeps) }
}

/** Folder by folder: a slash comes before every other character. */
export function inPathOrder(files: readonly string[]): string[] {
  const keys = files.map((file) => file.replaceAll('/', '\0')).sort()
  return keys.map((key) => key.replaceAll('\0', '/'))
}

async function listByRipgrep(
  root: string,
  wanted: Wanted,
  keeps: (path: string) => boolean,
  binary: string,
  signal: AbortSignal,
): Promise<FileList> {
  // ripgrep sorts with one thread only; a list that is whole is sorted here, one that is cut by ripgrep,
  // so that the same files are left out every time.
  const tree = aimAtFolder(root, wanted.base, wanted.name)
  const all = await runList(tree, keeps, binary, signal, [])
  if (all.end === 'stopped') {
    const sorted = await runList(tree, keeps, binary, signal, ['--sort', 'path'])
    return { files: sorted.files, truncated: true }
  }
  return { files: inPathOrder(all.files), truncated: all.end === 'aborted' }
}

async function runList(
  tree: RipgrepTree,
  keeps: (path: string) => boolean,
  binary: string,
  signal: AbortSignal,
  order: readonly string[],
): Promise<{ files: string[]; end: RipgrepEnd['end'] }> {
  const files: string[] = []
  let seen = 0
  const end = await streamRipgrep(
    binary,
    ['--files', '--null', ...order, ...tree.flags, '--', tree.start],
    tree.cwd,
    signal,
    '\0',
    (name) => {
      seen += 1
      const path = isAbsolute(name) ? name : join(tree.cwd, name)
      // A name that is no UTF-8 comes back with marks that no file has: it cannot be opened by name.
      if (keeps(path) && !path.includes('\uFFFD')) files.push(path)
      return seen < LIMITS.walkEntries
    },
  )
  // Exit 1: no file. Exit 2 with files: some folder could not be read.
  if (end.end === 'failed' || (end.exitCode === 2 && seen === 0 && end.end === 'done'))
    throw new Error(`ripgrep failed: ${end.stderr.trim()}`)
  return { files, end: end.end }
}

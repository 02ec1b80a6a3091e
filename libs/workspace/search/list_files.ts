import { isAbsolute, join } from 'node:path'
import { LIMITS } from '#core'
import type { PathRules } from '../paths/resolve_path.js'
import { aimAtFolder, type RipgrepTree } from './ripgrep_tree.js'
import { type RipgrepEnd, streamRipgrep } from './run_ripgrep.js'
import { walkFiles } from './walk_files.js'

export interface FileList {
  /** Absolute paths in path order, folder by folder, without denied files. */
  files: string[]
  truncated: boolean
  /** Absolute paths of folders that cannot be listed. */
  closed: string[]
}

/** Which files below a folder are searched. */
export interface FileFilter {
  base: string
  /** A glob for the last name that ripgrep can apply; null when there is none. */
  name: string | null
  /** Whether an absolute path matches. */
  matches(path: string): boolean
}

/**
 * Lists the files below a folder that .gitignore does not exclude.
 * @param binary  ripgrep's path; null walks without it
 * @throws Error when ripgrep fails for a reason other than the deadline
 */
export async function listFiles(
  rules: PathRules,
  filter: FileFilter,
  { binary, signal }: { binary: string | null; signal: AbortSignal },
): Promise<FileList> {
  // Most files do not match, so the filter comes first; only the rest is checked against the rules and sorted.
  const keeps = (path: string) => filter.matches(path) && rules.deny.match(path) === null
  if (binary !== null) {
    const tree = aimAtFolder(rules.root, filter.base, filter.name)
    return listByRipgrep({ binary, tree, signal, keeps })
  }
  const found = walkFiles(rules.root, filter.base, () => signal.aborted)
  return { ...found, files: found.files.filter(keeps) }
}

/**
 * Looks at the files of `listFiles` and at denied files, in no order.
 * @param keeps  called with each file that matches; true keeps it
 */
export async function filterFiles(
  rules: PathRules,
  filter: FileFilter,
  {
    binary,
    signal,
    keeps,
  }: { binary: string | null; signal: AbortSignal; keeps(path: string): boolean },
): Promise<{ files: string[]; closed: string[] }> {
  const chosen = (path: string) => filter.matches(path) && keeps(path)
  if (binary === null) {
    const found = walkFiles(rules.root, filter.base, () => signal.aborted)
    return { ...found, files: found.files.filter(chosen) }
  }
  const tree = aimAtFolder(rules.root, filter.base, filter.name)
  return runList({ binary, tree, signal, keeps: chosen }, [])
}

/** Sorts folder by folder: a slash comes before every other character. */
export function inPathOrder(files: readonly string[]): string[] {
  const keys = files.map((file) => file.replaceAll('/', '\0')).sort()
  return keys.map((key) => key.replaceAll('\0', '/'))
}

interface ListRun {
  binary: string
  tree: RipgrepTree
  signal: AbortSignal
  keeps(path: string): boolean
}

async function listByRipgrep(run: ListRun): Promise<FileList> {
  // ripgrep sorts with one thread only. A complete list is sorted here; a list that reaches the limit is
  // sorted by ripgrep, so that the same files are missing every time.
  const all = await runList(run, [])
  if (all.end === 'stopped') {
    const sorted = await runList(run, ['--sort', 'path'])
    return { files: sorted.files, truncated: true, closed: sorted.closed }
  }
  return { files: inPathOrder(all.files), truncated: all.end === 'aborted', closed: all.closed }
}

async function runList(
  { binary, tree, signal, keeps }: ListRun,
  order: readonly string[],
): Promise<{ files: string[]; closed: string[]; end: RipgrepEnd['end'] }> {
  const files: string[] = []
  let seen = 0
  const args = ['--files', '--null', ...order, ...tree.flags, '--', tree.start]
  const command = { binary, args, cwd: tree.cwd, signal, separator: '\0' as const }
  const end = await streamRipgrep(command, (name) => {
    seen += 1
    const path = isAbsolute(name) ? name : join(tree.cwd, name)
    // A name that is not UTF-8 is decoded with replacement characters and cannot be opened.
    if (keeps(path) && !path.includes('\uFFFD')) files.push(path)
    return seen < LIMITS.walkEntries
  })
  // Exit 1: no file. Exit 2 with files or closed folders: some folder could not be read.
  const closed = closedIn(end.stderr, tree.cwd)
  const isEmpty = seen === 0 && closed.length === 0
  if (end.end === 'failed' || (end.exitCode === 2 && isEmpty && end.end === 'done'))
    throw new Error(`ripgrep failed: ${end.stderr.trim()}`)
  return { files, closed, end: end.end }
}

/** The folders that ripgrep could not list, as it names them. */
function closedIn(stderr: string, cwd: string): string[] {
  return [...stderr.matchAll(/^(?:rg: )?(.+): Permission denied \(os error 13\)$/gm)].map(
    ([, path = '']) => (isAbsolute(path) ? path : join(cwd, path)),
  )
}

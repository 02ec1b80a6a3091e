import { closeSync, openSync, readSync, type Stats, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { LIMITS } from '#core'
import { isBinary } from '../files/text.js'
import type { PathRules } from '../paths/resolve_path.js'
import { findIgnored } from './find_ignored.js'
import { OWN_FOLDER } from './left_folders.js'
import { type FileFilter, filterFiles } from './list_files.js'
import type { Skipped } from './types.js'

/** Files whose size is compared; larger trees are searched for a part only. */
const MOST_SIZES = 5_000
/** Files whose first bytes are read to see whether they are text. */
const MOST_HEADS = 500
const head = Buffer.alloc(1_024)

/**
 * Finds the files that a search leaves out, because a result without a line must not read as "there is none".
 * Denied files are counted and not named. It runs beside the search.
 */
export async function findSkipped(
  rules: PathRules,
  filter: FileFilter,
  { binary, signal }: { binary: string | null; signal: AbortSignal },
): Promise<Skipped> {
  let denied = 0
  const keeps = (path: string) => {
    if (rules.deny.match(path) === null) return true
    denied += 1
    return false
  }
  // Sorted, so that the same part of a larger tree is looked at every time.
  const listed = await filterFiles(rules, filter, { binary, signal, keeps })
  const files = listed.files.sort()
  const ignores = statOf(join(rules.root, '.gitignore')) !== null
  // A search that ended early names nothing.
  const looked = signal.aborted ? [] : files.slice(0, MOST_SIZES)
  const found = looked.map((file, index) => skippedFile(rules, file, index < MOST_HEADS))
  return {
    large: found.flatMap(({ large }) => large),
    binary: found.flatMap(({ binary }) => binary),
    unreadable: found.flatMap(({ unreadable }) => unreadable),
    closed: listed.closed
      .filter((path) => rules.deny.match(path) === null)
      .map((path) => relative(rules.root, path)),
    denied,
    ignores,
    ignored: findIgnored(rules, filter, looked),
    own: ownFolderIn(rules, filter.base),
  }
}

/** The folder of aircoder in a searched one, relative to the root; null: there is none. */
export function ownFolderIn(rules: PathRules, folder: string): string | null {
  const path = join(folder, OWN_FOLDER)
  return statOf(path)?.isDirectory() && rules.deny.match(path) === null
    ? relative(rules.root, path)
    : null
}

/**
 * Whether one file is left out, as lists of at most one path.
 * @param head  whether its first bytes are read
 */
export function skippedFile(
  rules: PathRules,
  file: string,
  head: boolean,
): Pick<Skipped, 'large' | 'binary' | 'unreadable'> {
  const none = { large: [], binary: [], unreadable: [] }
  const stats = statOf(file)
  if (stats === null || !stats.isFile()) return none
  const path = relative(rules.root, file)
  if (stats.size > LIMITS.fileBytes) return { ...none, large: [path] }
  const start = head ? readStart(file) : 'text'
  return { ...none, ...(start === 'text' ? {} : { [start]: [path] }) }
}

/** null: missing, or not readable, as a link to itself. */
function statOf(path: string): Stats | null {
  try {
    return statSync(path)
  } catch {
    return null
  }
}

function readStart(file: string): 'text' | 'binary' | 'unreadable' {
  try {
    const handle = openSync(file, 'r')
    try {
      const read = readSync(handle, head, 0, head.length, 0)
      return isBinary(head.subarray(0, read)) ? 'binary' : 'text'
    } finally {
      closeSync(handle)
    }
  } catch (error) {
    // Removed in the meantime: the search skips it as well.
    return (error as NodeJS.ErrnoException).code === 'EACCES' ? 'unreadable' : 'text'
  }
}

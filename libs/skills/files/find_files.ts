import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { decodeUtf8, LIMITS, readPlainFile } from '#core'

/** A file that was read once: the hashed bytes are the used bytes. */
export interface FoundFile {
  /** Relative to the folder that was searched, forward slashes. */
  path: string
  text: string
  /** sha256 hex of its bytes. */
  hash: string
}

/** What a folder holds. */
export interface FoundFiles {
  /** By path. */
  files: FoundFile[]
  bad: { path: string; reason: string }[]
  /** Whether entries beyond the limit were not looked at. */
  isCut: boolean
}

/** Skills may be in folders of folders. */
const MOST_DEPTH = 3

/**
 * Finds text files below a folder, in the order of their paths. A missing folder has none. Links are named, not followed.
 * @param isWanted  judges the name of a file, and how deep it is; 0: in the folder itself
 */
export function findFiles(
  folder: string,
  isWanted: (name: string, depth: number) => boolean,
): FoundFiles {
  const found: FoundFiles = { files: [], bad: [], isCut: false }
  const kind = kindOf(folder)
  if (kind === null) return found
  if (typeof kind === 'string') {
    found.bad.push({ path: '.', reason: `it cannot be read (${kind})` })
    return found
  }
  if (!kind.isDirectory()) {
    found.bad.push({
      path: '.',
      reason: kind.isSymbolicLink() ? 'it is a link' : 'it is no folder',
    })
    return found
  }
  let entriesLeft: number = LIMITS.skillEntries
  const walk = (below: string, depth: number): void => {
    for (const entry of readSorted(join(folder, below), found, below)) {
      entriesLeft -= 1
      if (entriesLeft < 0 || found.files.length >= LIMITS.skillFiles) {
        found.isCut = true
        return
      }
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (
        entry.isDirectory() &&
        depth < MOST_DEPTH &&
        !entry.name.startsWith('.') &&
        entry.name !== 'node_modules'
      )
        walk(path, depth + 1)
      else if (entry.isSymbolicLink() && depth === 0)
        found.bad.push({ path, reason: 'it is a link' })
      else if (!entry.isDirectory() && isWanted(entry.name, depth)) take(path)
    }
  }
  const take = (path: string): void => {
    const read = readText(join(folder, path))
    if ('reason' in read) found.bad.push({ path, reason: read.reason })
    else found.files.push({ path, ...read })
  }
  walk('', 0)
  return found
}

/** null: there is nothing; a code of the system: it cannot be read. A file in the place of a parent counts as nothing. */
function kindOf(path: string): Stats | string | null {
  try {
    return lstatSync(path)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR' ? null : code
  }
}

function readSorted(folder: string, found: FoundFiles, path: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    found.bad.push({ path: path || '.', reason: `it cannot be read (${code})` })
    return []
  }
}

/** Reads a text file. */
export function readText(path: string): Omit<FoundFile, 'path'> | { reason: string } {
  const read = readPlainFile(path, LIMITS.skillBytes)
  if ('reason' in read) return { reason: `it ${read.reason}` }
  const text = decodeUtf8(read.bytes)
  if (text === null) return { reason: 'it is not UTF-8 text' }
  return { text, hash: createHash('sha256').update(read.bytes).digest('hex') }
}

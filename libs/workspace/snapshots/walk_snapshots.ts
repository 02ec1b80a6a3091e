import { createHash } from 'node:crypto'
import { type Dirent, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LIMITS } from '#core'
import type { PathRules } from '../paths/resolve_path.js'
import { CLOCK_MS, stampOf } from './git_index.js'
import type { Entry, Snapshot } from './types.js'

/** Folders that tools fill again: their files are no work of anybody. */
const REBUILT = new Set([
  '.git',
  'node_modules',
  '.venv',
  'venv',
  '.tox',
  '__pycache__',
  '.pytest_cache',
  '.mypy_cache',
  '.ruff_cache',
  '.gradle',
  '.next',
  '.cache',
  'target',
  'dist',
  'build',
  'coverage',
])

/** Snapshots of a folder outside of git: the tree is walked, the bytes of its files are kept in memory. */
export interface WalkSnapshots {
  /** null when the folder has too many files or bytes. */
  take(): Snapshot | null
  /** Bytes by id; a missing id was never seen. */
  bytes: ReadonlyMap<string, Buffer>
  /** Bytes of a snapshot of an earlier process. */
  add(bytes: ReadonlyMap<string, Buffer>): void
}

/** @param rules  denied files, links and files with another name are not stored */
export function createWalkSnapshots(rules: PathRules): WalkSnapshots {
  const bytes = new Map<string, Buffer>()
  let held = 0
  let last: Snapshot | null = null
  let off = false

  const keep = (path: string, entry: Entry): Entry | null => {
    const known = last?.files.get(path)
    // A write within the resolution of the clock can leave the stamp unchanged.
    const settled = last !== null && entry.changedMs < last.takenMs - CLOCK_MS
    if (known?.stamp === entry.stamp && settled) return known
    try {
      const content = readFileSync(join(rules.root, path))
      const id = createHash('sha256').update(content).digest('hex')
      if (!bytes.has(id)) {
        bytes.set(id, content)
        held += content.length
      }
      return { ...entry, id }
    } catch {
      return null
    }
  }

  return {
    bytes,
    add(more) {
      for (const [id, content] of more) {
        if (!bytes.has(id)) held += content.length
        bytes.set(id, content)
      }
    },
    take() {
      if (off) return null
      const takenMs = Date.now()
      const files = new Map<string, Entry>()
      const skipped = new Set<string>()
      const complete = walk(rules.root, (path) => {
        const entry = stampOf(rules, path)
        if (entry === undefined) return true
        const kept = entry === null ? null : keep(path, entry)
        if (kept === null) skipped.add(path)
        else files.set(path, kept)
        return held <= LIMITS.walkSnapshotBytes
      })
      off = !complete
      if (off) return null
      last = { files, skipped, takenMs }
      return last
    },
  }
}

/** @returns false when the tree has more than LIMITS.walkSnapshotFiles files, or `visit` returned false */
function walk(root: string, visit: (path: string) => boolean): boolean {
  let left = LIMITS.walkSnapshotFiles
  const open = (folder: string): boolean => {
    for (const entry of entriesOf(join(root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        if (!REBUILT.has(entry.name) && !isRepository(join(root, path)) && !open(path)) return false
        continue
      }
      left -= 1
      if (left < 0 || !visit(path)) return false
    }
    return true
  }
  return open('')
}

/** A repository inside of the folder has a history of its own. */
function isRepository(folder: string): boolean {
  return lstatSync(join(folder, '.git'), { throwIfNoEntry: false }) !== undefined
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    // Not readable.
    return []
  }
}

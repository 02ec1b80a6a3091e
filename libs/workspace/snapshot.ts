import { lstatSync, mkdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { LIMITS } from '#core'
import type { Environment } from './environment.js'
import { type GitEnd, runGit } from './git.js'
import type { PathRules } from './paths.js'
import type { Entry, Snapshot, SnapshotChange, Snapshots } from './snapshot_types.js'

/**
 * Keeps what a command is about to change, where the tree is under git: git says which files count, their
 * bytes go into an object folder of our own, and nothing of the user's repository is written. Denied
 * files, links and files with another name are left out.
 * @param store  folder for the bytes; made 0700
 */
export function createSnapshots(rules: PathRules, env: Environment, store: string): Snapshots {
  const notes: string[] = []
  let last: Snapshot['files'] = new Map()
  let off = false
  let rebuilt = false
  let objects: Record<string, string> | null = null

  const git = (args: string[], signal: AbortSignal, input = ''): Promise<GitEnd> =>
    runGit({ root: rules.root, env }, args, {
      signal,
      input,
      maxBytes: LIMITS.snapshotBytes,
      ...(objects === null ? {} : { env: objects }),
    })

  async function open(signal: AbortSignal): Promise<boolean> {
    if (objects !== null) return true
    const found = await git(['rev-parse', '--git-path', 'objects'], signal)
    if (found.code !== 0) return false
    mkdirSync(store, { recursive: true, mode: 0o700 })
    const theirs = found.stdout.toString('utf8').trim()
    objects = {
      GIT_OBJECT_DIRECTORY: store,
      GIT_ALTERNATE_OBJECT_DIRECTORIES: theirs.startsWith('/') ? theirs : join(rules.root, theirs),
    }
    return true
  }

  /** One try with a store made anew; a second fault ends it for good. */
  function broken(why: string): null {
    last = new Map()
    if (rebuilt) {
      off = true
      notes.push(`what commands change is not kept for undo: ${why}`)
      return null
    }
    rebuilt = true
    rmSync(store, { recursive: true, force: true })
    mkdirSync(store, { recursive: true, mode: 0o700 })
    notes.push(`the store of snapshots was broken and is made anew (${why})`)
    return null
  }

  async function look(signal: AbortSignal): Promise<Snapshot | null> {
    const listed = await git(
      ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
      signal,
    )
    if (listed.code !== 0) return broken(listed.stderr)
    const names = [...new Set(listed.stdout.toString('utf8').split('\0').filter(Boolean))]
    if (names.length > LIMITS.snapshotFiles) {
      off = true
      notes.push(
        `what commands change is not kept for undo: ${names.length} files are more than ${LIMITS.snapshotFiles}`,
      )
      return null
    }
    const next = new Map<string, Entry>()
    const fresh: string[] = []
    const left = new Set<string>()
    const takenMs = Date.now()
    for (const path of names) {
      const entry = stampOf(rules, path)
      const known = last.get(path)
      if (entry === undefined) continue
      if (entry === null || /[\n\r"]/.test(path)) left.add(path)
      else if (known?.stamp === entry.stamp) next.set(path, known)
      else {
        fresh.push(path)
        next.set(path, entry)
      }
    }
    if (fresh.length > 0) {
      const args = [...OWN_FILES, 'hash-object', '-w', '--no-filters', '--stdin-paths']
      const made = await git(args, signal, `${fresh.join('\n')}\n`)
      const ids = made.stdout.toString('utf8').split('\n').filter(Boolean)
      if (made.code !== 0 || ids.length !== fresh.length) return broken(made.stderr)
      for (const [at, path] of fresh.entries()) {
        const entry = next.get(path)
        if (entry !== undefined) next.set(path, { ...entry, id: ids[at] ?? '' })
      }
    }
    last = next
    return { files: next, left, takenMs }
  }

  async function take(signal: AbortSignal): Promise<Snapshot | null> {
    if (off || !(await open(signal))) return null
    const first = await look(signal)
    return first ?? (off || signal.aborted ? null : look(signal))
  }

  async function read(ids: string[], signal: AbortSignal): Promise<Map<string, Buffer> | null> {
    const asked = await git(['cat-file', '--batch'], signal, `${ids.join('\n')}\n`)
    const found = asked.code === 0 ? parseBatch(asked.stdout, ids) : null
    return found ?? broken(asked.stderr || 'objects are missing')
  }

  return {
    take,
    async changesSince(before, signal) {
      const after = await take(signal)
      if (after === null) return []
      const both = new Set([...before.files.keys(), ...after.files.keys()])
      const paths = [...both].filter((path) => isChange(rules.root, path, before, after))
      if (paths.length === 0) return []
      if (paths.length > LIMITS.snapshotChanges) {
        notes.push(`a command changed ${paths.length} files: too many to be kept for undo`)
        return []
      }
      const ids = paths.flatMap((path) => [before.files.get(path)?.id, after.files.get(path)?.id])
      const named = [...new Set(ids.filter((id) => id !== undefined))]
      const bytes = await read(named, signal)
      if (bytes === null) return []
      return paths.sort().map((path): SnapshotChange => {
        const [was, is] = [before.files.get(path), after.files.get(path)]
        const mode = is?.fileMode ?? was?.fileMode ?? 0o644
        return {
          path,
          before: was === undefined ? null : (bytes.get(was.id) ?? null),
          after: is === undefined ? null : (bytes.get(is.id) ?? null),
          modeBefore: was?.fileMode ?? mode,
          fileMode: mode,
        }
      })
    },
    takeNotes: () => notes.splice(0),
  }
}

/** What git makes in the store is its owner's alone, whatever the umask. */
const OWN_FILES = ['-c', 'core.sharedRepository=0600']

/** Clocks of file systems go in ticks. */
const CLOCK_MS = 20

/** null: there, and not kept; undefined: git knows the name, and nothing is there. */
function stampOf({ root, deny }: PathRules, path: string): Entry | null | undefined {
  const absolute = join(root, path)
  if (relative(root, absolute).startsWith('..') || deny.match(absolute) !== null) return null
  try {
    const stats = lstatSync(absolute, { throwIfNoEntry: false })
    if (stats === undefined) return undefined
    if (!stats.isFile() || stats.nlink > 1 || stats.size > LIMITS.snapshotFileBytes) return null
    const fileMode = stats.mode & 0o7777
    const stamp = `${stats.size} ${stats.mtimeMs} ${stats.ctimeMs} ${stats.ino} ${fileMode}`
    return { id: '', fileMode, stamp }
  } catch {
    // Below a folder that may not be entered.
    return null
  }
}

/**
 * Did this file change, as far as can be told? One that git lists only since the command, or not any more
 * (an ignore file was changed), was neither made nor taken away.
 */
function isChange(root: string, path: string, before: Snapshot, after: Snapshot): boolean {
  if (before.left.has(path) || after.left.has(path)) return false
  const [was, is] = [before.files.get(path), after.files.get(path)]
  if (was !== undefined && is !== undefined) return was.id !== is.id || was.fileMode !== is.fileMode
  const stats = lstatSync(join(root, path), { throwIfNoEntry: false })
  if (is === undefined) return stats === undefined
  const isMoved = [...before.files.values()].some(({ id }) => id === is.id)
  return isMoved || (stats !== undefined && stats.birthtimeMs >= before.takenMs - CLOCK_MS)
}

/** `<id> blob <size>`, the bytes, a line end; for each id in turn. null: one is missing. */
function parseBatch(stdout: Buffer, ids: string[]): Map<string, Buffer> | null {
  const found = new Map<string, Buffer>()
  let at = 0
  for (const id of ids) {
    const end = stdout.indexOf(10, at)
    const [name, kind, size] = stdout.toString('utf8', at, end).split(' ')
    if (name !== id || kind !== 'blob') return null
    found.set(id, stdout.subarray(end + 1, end + 1 + Number(size)))
    at = end + 2 + Number(size)
  }
  return found
}

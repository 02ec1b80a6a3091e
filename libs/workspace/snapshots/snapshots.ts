import { lstatSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { LIMITS, makeFolders } from '#core'
import { gitTop } from '../git/git_top.js'
import { type GitOptions, openGit, runGit, type SafeGit } from '../git/run_git.js'
import type { PathRules } from '../paths/resolve_path.js'
import type { Environment } from '../programs/environment.js'
import { CLOCK_MS, fileStamp, type IndexFiles, namesOf, readIndex, stampOf } from './git_index.js'
import { appendBytes, keepCall, loadBytes, loadCall } from './kept_call.js'
import { callPaths } from './kept_files.js'
import { forgetTree, keepTree, loadTree } from './kept_tree.js'
import { treeDigest } from './tree_digest.js'
import type { Look, Snapshot, SnapshotChange, Snapshots } from './types.js'
import { createWalkSnapshots } from './walk_snapshots.js'

/**
 * Stores the files of a tree before a command changes them. Under git, git lists the files, their bytes are
 * stored in an object folder of aircoder, and the user's repository is not written. Outside of git the tree
 * is walked and the bytes are in memory. Denied files, links and files with another name are not stored.
 * @param store  folder for the bytes; created with mode 0700
 */
export function createSnapshots(rules: PathRules, env: Environment, store: string): Snapshots {
  const notes: string[] = []
  const place = { root: rules.root, env }
  const outside = createWalkSnapshots(rules)
  let first: Snapshot | null = null
  let task = ''
  /** The first snapshot as it is stored; contents that are stored beside it. */
  let kept: Snapshot | null = null
  let stored = new Set<string>()
  let isKeepingOff = false
  let inGit: boolean | null = null
  let last: Snapshot['files'] = new Map()
  let index: { stamp: string; files: IndexFiles } | null = null
  let off = false
  let rebuilt = false
  let found: { indexFile: string; objects: Record<string, string> } | null = null

  const optionsFor = (signal: AbortSignal): GitOptions => ({
    signal,
    maxBytes: LIMITS.snapshotBytes,
    ...(found === null ? {} : { env: found.objects }),
  })

  async function open(signal: AbortSignal): Promise<boolean> {
    if (found !== null) return true
    // A process for each command is not needed to learn that there is no repository.
    if (gitTop(rules.root) === null) return false
    const paths = ['--git-path', 'index', '--git-path', 'objects']
    const asked = await runGit(place, ['rev-parse', ...paths], optionsFor(signal))
    if (asked.code !== 0) return false
    makeFolders(store)
    const [indexFile = '', objects = ''] = asked.stdout.toString('utf8').trim().split('\n')
    found = {
      indexFile: resolve(rules.root, indexFile),
      objects: {
        GIT_OBJECT_DIRECTORY: store,
        GIT_ALTERNATE_OBJECT_DIRECTORIES: resolve(rules.root, objects),
      },
    }
    return true
  }

  /** Rebuilds the store once; a second error turns snapshots off. */
  function handleError(reason: string): null {
    last = new Map()
    index = null
    if (rebuilt) {
      off = true
      notes.push(`undo does not cover changes by commands: ${reason}`)
      return null
    }
    rebuilt = true
    rmSync(store, { recursive: true, force: true })
    makeFolders(store)
    notes.push(`the snapshot store was invalid and is rebuilt (${reason})`)
    return null
  }

  /** Checks only files that git reports as changed or untracked; the others are as in the index. */
  async function readTree(signal: AbortSignal): Promise<Snapshot | null> {
    const options = optionsFor(signal)
    const safeGit = await openGit(place, options)
    const git: SafeGit = (args, more) => safeGit(args, { ...options, ...more })
    const takenMs = Date.now()
    const stamp = fileStamp(found?.indexFile ?? '')
    if (index?.stamp !== stamp) {
      const files = await readIndex(git, rules)
      if ('problem' in files) return handleError(files.problem)
      index = { stamp, files }
    }
    const { clean, unsure, count } = index.files
    const [dirty, others] = await Promise.all([
      namesOf(git, ['diff-files', '--ignore-submodules=all', '--name-only', '-z']),
      namesOf(git, ['ls-files', '--others', '--exclude-standard', '-z']),
    ])
    if ('problem' in dirty) return handleError(dirty.problem)
    if ('problem' in others) return handleError(others.problem)
    if (count + others.names.length > LIMITS.snapshotFiles) {
      off = true
      notes.push(
        `undo does not cover changes by commands: ${count + others.names.length} files are more than ${LIMITS.snapshotFiles}`,
      )
      return null
    }
    const next = new Map(clean)
    const skipped = new Set(index.files.skipped)
    const fresh: string[] = []
    for (const path of new Set([...dirty.names, ...others.names, ...unsure])) {
      next.delete(path)
      skipped.delete(path)
      const entry = stampOf(rules, path)
      const known = last.get(path)
      if (entry === undefined) continue
      if (entry === null || /[\n\r"]/.test(path)) skipped.add(path)
      else if (known?.stamp === entry.stamp) next.set(path, known)
      else {
        fresh.push(path)
        next.set(path, entry)
      }
    }
    if (fresh.length > 0) {
      const args = [...OWN_FILES, 'hash-object', '-w', '--no-filters', '--stdin-paths']
      const made = await git(args, { input: `${fresh.join('\n')}\n` })
      const ids = made.stdout.toString('utf8').split('\n').filter(Boolean)
      if (made.code !== 0 || ids.length !== fresh.length) return handleError(made.stderr)
      for (const [at, path] of fresh.entries()) {
        const entry = next.get(path)
        if (entry !== undefined) next.set(path, { ...entry, id: ids[at] ?? '' })
      }
    }
    last = next
    return { files: next, skipped, takenMs }
  }

  async function take(signal: AbortSignal): Promise<Snapshot | null> {
    const taken = await takeOne(signal)
    first ??= taken
    return taken
  }

  async function takeOne(signal: AbortSignal): Promise<Snapshot | null> {
    if (off) return null
    const opened = await open(signal)
    // A folder that becomes a repository, or is one no longer, starts again.
    if (inGit !== null && inGit !== opened) first = null
    inGit = opened
    if (!opened) return signal.aborted ? null : outside.take()
    const one = await readTree(signal)
    return one ?? (off || signal.aborted ? null : readTree(signal))
  }

  async function read(ids: string[], signal: AbortSignal): Promise<Map<string, Buffer> | null> {
    if (inGit !== true) {
      const found = ids.map((id) => [id, outside.bytes.get(id)] as const)
      return found.every((pair): pair is [string, Buffer] => pair[1] !== undefined)
        ? new Map(found)
        : null
    }
    const input = `${ids.join('\n')}\n`
    const asked = await runGit(place, ['cat-file', '--batch'], { ...optionsFor(signal), input })
    const found = asked.code === 0 ? parseBatch(asked.stdout, ids) : null
    return found ?? handleError(asked.stderr || 'objects are missing')
  }

  async function look(before: Snapshot, signal: AbortSignal): Promise<Look | null> {
    const after = await take(signal)
    if (after === null) return null
    const both = new Set([...before.files.keys(), ...after.files.keys()])
    const paths = [...both].filter((path) => isChange(rules.root, path, { before, after })).sort()
    const changes = await changesOf(paths, { before, after }, signal)
    return { paths, changes, digest: treeDigest(rules.root, after) }
  }

  /** The bytes of changed files; none when there are too many. */
  async function changesOf(
    paths: string[],
    { before, after }: Sides,
    signal: AbortSignal,
  ): Promise<SnapshotChange[]> {
    if (paths.length === 0) return []
    if (paths.length > LIMITS.snapshotChanges) {
      notes.push(`a command changed ${paths.length} files: too many for undo`)
      return []
    }
    const ids = paths.flatMap((path) => [before.files.get(path)?.id, after.files.get(path)?.id])
    const named = [...new Set(ids.filter((id) => id !== undefined))]
    const bytes = await read(named, signal)
    if (bytes === null) return []
    return paths.map((path): SnapshotChange => {
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
  }

  function keepFirst(): void {
    if (first === null || inGit === null || kept === first) return
    keepTree(store, task, { snapshot: first, inGit, bytes: outside.bytes })
    kept = first
    stored = new Set([...first.files.values()].map(({ id }) => id))
  }

  function missingBytes({ files }: Snapshot): [string, Buffer][] {
    const ids = new Set([...files.values()].map(({ id }) => id))
    return [...ids].flatMap((id): [string, Buffer][] => {
      const content = stored.has(id) ? undefined : outside.bytes.get(id)
      stored.add(id)
      return content === undefined ? [] : [[id, content]]
    })
  }

  function tryToKeep(keep: () => void): void {
    if (isKeepingOff) return
    try {
      keep()
    } catch (error) {
      isKeepingOff = true
      notes.push(`what commands change is not found after a kill: ${(error as Error).message}`)
    }
  }

  return {
    take,
    look,
    async changesSince(before, signal) {
      return (await look(before, signal))?.changes ?? []
    },
    async lookAtTask(signal) {
      return first === null ? null : look(first, signal)
    },
    startTask(taskId) {
      const found = loadTree(store, taskId)
      const [, log] = callPaths(store, taskId)
      const more = found?.inGit === false ? loadBytes(log) : new Map()
      if (found !== null) outside.add(new Map([...found.bytes, ...more]))
      task = taskId
      kept = first = found?.snapshot ?? null
      stored = new Set([...(found?.bytes.keys() ?? []), ...more.keys()])
      inGit = found?.inGit ?? null
    },
    keepTask: () => tryToKeep(keepFirst),
    keepCall(callId, before) {
      tryToKeep(() => {
        keepFirst()
        if (first === null || kept !== first) return
        const [list, log] = callPaths(store, task)
        if (inGit === false) appendBytes(log, missingBytes(before))
        keepCall(list, callId, { first, before })
      })
    },
    beforeCall(callId) {
      // Ids of git and ids of our own cannot be compared.
      const isSameKind = inGit === (gitTop(rules.root) !== null)
      if (first === null || kept !== first || !isSameKind) return null
      return loadCall(callPaths(store, task)[0], callId, first)
    },
    endTask: (taskId) => forgetTree(store, taskId),
    takeNotes: () => notes.splice(0),
  }
}

/** Files in the store are readable only by their owner, whatever the umask. */
const OWN_FILES = ['-c', 'core.sharedRepository=0600']

/**
 * Whether a file changed. A file that git lists only since the command, or no longer lists, because an
 * ignore file changed, was neither created nor deleted.
 */
function isChange(root: string, path: string, { before, after }: Sides): boolean {
  if (before.skipped.has(path) || after.skipped.has(path)) return false
  const [was, is] = [before.files.get(path), after.files.get(path)]
  if (was !== undefined && is !== undefined) return was.id !== is.id || was.fileMode !== is.fileMode
  const stats = lstatSync(join(root, path), { throwIfNoEntry: false })
  if (is === undefined) return stats === undefined
  const isMoved = [...before.files.values()].some(({ id }) => id === is.id)
  return isMoved || (stats !== undefined && stats.birthtimeMs >= before.takenMs - CLOCK_MS)
}

interface Sides {
  before: Snapshot
  after: Snapshot
}

/** Parses `<id> blob <size>`, the bytes and a newline for each id. null when an object is missing. */
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

import { LIMITS } from '#core'
import type { PathRules } from '../paths/resolve_path.js'
import type { Environment } from '../programs/environment.js'
import { changedPaths, changeOf, idsOf, type Sides } from './compare_trees.js'
import { createGitStore } from './git_store.js'
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
  const git = createGitStore(rules, { env, store, note: (text) => notes.push(text) })
  const outside = createWalkSnapshots(rules)
  let first: Snapshot | null = null
  let task = ''
  /** The first snapshot as it is stored; contents that are stored beside it. */
  let kept: Snapshot | null = null
  let stored = new Set<string>()
  let isKeepingOff = false
  let inGit: boolean | null = null

  async function take(signal: AbortSignal): Promise<Snapshot | null> {
    const taken = await takeOne(signal)
    first ??= taken
    return taken
  }

  async function takeOne(signal: AbortSignal): Promise<Snapshot | null> {
    if (git.isOff()) return null
    const opened = await git.open(signal)
    // A git that was stopped cannot describe the folder.
    if (signal.aborted) return null
    // A folder that becomes a repository, or is one no longer, starts again.
    if (inGit !== null && inGit !== opened) first = null
    inGit = opened
    if (!opened) return outside.take()
    return git.readTree(signal)
  }

  async function read(ids: string[], signal: AbortSignal): Promise<Map<string, Buffer> | null> {
    if (inGit === true) return git.readBytes(ids, signal)
    const found = ids.map((id) => [id, outside.bytes.get(id)] as const)
    return found.every((pair): pair is [string, Buffer] => pair[1] !== undefined)
      ? new Map(found)
      : null
  }

  async function look(before: Snapshot, signal: AbortSignal): Promise<Look | null> {
    const kind = inGit
    const after = await take(signal)
    // Ids of git and ids of our own cannot be compared.
    if (after === null || (kind !== null && kind !== inGit)) return null
    const paths = changedPaths(rules.root, { before, after })
    const changes = await changesOf(paths, { before, after }, signal)
    return { paths, changes, digest: treeDigest(rules.root, after) }
  }

  /** The bytes of changed files; none when there are too many. */
  async function changesOf(
    paths: string[],
    sides: Sides,
    signal: AbortSignal,
  ): Promise<SnapshotChange[]> {
    if (paths.length === 0) return []
    if (paths.length > LIMITS.snapshotChanges) {
      notes.push(`a command changed ${paths.length} files: too many for undo`)
      return []
    }
    const bytes = await read(idsOf(paths, sides), signal)
    return bytes === null ? [] : paths.map((path) => changeOf(path, sides, bytes))
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
      const isSameKind = inGit === git.isUsed()
      if (first === null || kept !== first || !isSameKind) return null
      return loadCall(callPaths(store, task)[0], callId, first)
    },
    endTask: (taskId) => forgetTree(store, taskId),
    takeNotes: () => notes.splice(0),
  }
}

import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { LIMITS, makeFolders } from '#core'
import { type GitOptions, openGit, runGit, type SafeGit } from '../git/run_git.js'
import { HELD, oddForGit } from '../ignores/odd_repository.js'
import { gitTop } from '../paths/git_top.js'
import type { PathRules } from '../paths/resolve_path.js'
import type { Environment } from '../programs/environment.js'
import { fileStamp, type IndexFiles, namesOf, readIndex, stampOf } from './git_index.js'
import type { Snapshot } from './types.js'

export interface GitStoreOptions {
  env: Environment
  /** Folder for the bytes. */
  store: string
  /** Gets what the user should know. */
  note(text: string): void
}

/** Trees under git. Their bytes are in an object folder of aircoder. */
export interface GitStore {
  /** false: the folder is in no repository, or git would wait at a file of it. */
  isUsed(): boolean
  /** The same; true: the store has its folder. */
  open(signal: AbortSignal): Promise<boolean>
  /** null: git was stopped, or the store is off. */
  readTree(signal: AbortSignal): Promise<Snapshot | null>
  /** Bytes by object id; null when one is missing. */
  readBytes(ids: string[], signal: AbortSignal): Promise<Map<string, Buffer> | null>
  /** true: there are too many files, or the store was broken twice. */
  isOff(): boolean
}

/** Opens the store of a tree; the first `open` creates its folder. */
export function createGitStore(rules: PathRules, { env, store, note }: GitStoreOptions): GitStore {
  const place = { root: rules.root, env }
  let last: Snapshot['files'] = new Map()
  let index: { stamp: string; files: IndexFiles } | null = null
  let off = false
  let rebuilt = false
  let isReported = false
  let found: { indexFile: string; objects: Record<string, string> } | null = null

  const optionsFor = (signal: AbortSignal): GitOptions => ({
    signal,
    maxBytes: LIMITS.snapshotBytes,
    ...(found === null ? {} : { env: found.objects }),
  })

  // The walk reads no file to its end that holds git.
  const isUsed = () => gitTop(rules.root) !== null && oddForGit(rules.root, 'ls-files') === null

  async function open(signal: AbortSignal): Promise<boolean> {
    // A process for each command is not needed to learn that there is no repository.
    if (!isUsed()) return false
    if (found !== null) return true
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

  /** Rebuilds the store once; a second error turns snapshots off. Git that the user stopped is no error of the store. */
  function handleError(reason: string, signal: AbortSignal): null {
    if (signal.aborted) return null
    // The files of the project hold git: its store is as it was.
    if (reason.startsWith(HELD)) {
      if (!isReported) note(`undo does not cover changes by commands: ${reason}`)
      isReported = true
      return null
    }
    last = new Map()
    index = null
    if (rebuilt) {
      off = true
      note(`undo does not cover changes by commands: ${reason}`)
      return null
    }
    rebuilt = true
    rmSync(store, { recursive: true, force: true })
    makeFolders(store)
    note(`the snapshot store was invalid and is rebuilt (${reason})`)
    return null
  }

  /** Checks only files that git reports as changed or untracked; the others are as in the index. */
  async function readOnce(signal: AbortSignal): Promise<Snapshot | null> {
    const options = optionsFor(signal)
    const safeGit = await openGit(place, options)
    const git: SafeGit = (args, more) => safeGit(args, { ...options, ...more })
    const takenMs = Date.now()
    const stamp = fileStamp(found?.indexFile ?? '')
    if (index?.stamp !== stamp) {
      const files = await readIndex(git, rules)
      if ('problem' in files) return handleError(files.problem, signal)
      index = { stamp, files }
    }
    const { clean, unsure, count } = index.files
    const [dirty, others] = await Promise.all([
      namesOf(git, ['diff-files', '--ignore-submodules=all', '--name-only', '-z']),
      namesOf(git, ['ls-files', '--others', '--exclude-standard', '-z']),
    ])
    if ('problem' in dirty) return handleError(dirty.problem, signal)
    if ('problem' in others) return handleError(others.problem, signal)
    if (count + others.names.length > LIMITS.snapshotFiles) {
      off = true
      note(
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
      if (made.code !== 0 || ids.length !== fresh.length) return handleError(made.stderr, signal)
      for (const [at, path] of fresh.entries()) {
        const entry = next.get(path)
        if (entry !== undefined) next.set(path, { ...entry, id: ids[at] ?? '' })
      }
    }
    last = next
    return { files: next, skipped, takenMs }
  }

  return {
    open,
    async readTree(signal) {
      const one = await readOnce(signal)
      return one ?? (off || signal.aborted ? null : readOnce(signal))
    },
    async readBytes(ids, signal) {
      const input = `${ids.join('\n')}\n`
      const asked = await runGit(place, ['cat-file', '--batch'], { ...optionsFor(signal), input })
      const read = asked.code === 0 ? parseBatch(asked.stdout, ids) : null
      return read ?? handleError(asked.stderr || 'objects are missing', signal)
    },
    isUsed,
    isOff: () => off,
  }
}

/** Files in the store are readable only by their owner, whatever the umask. */
const OWN_FILES = ['-c', 'core.sharedRepository=0600']

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

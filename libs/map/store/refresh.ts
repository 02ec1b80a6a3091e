import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import type { Workspace } from '#workspace'
import { isAside, isGeneratedPath, isTest } from '../files/kind_of_file.js'
import type { Store } from './entry.js'
import { bareEntry, type MakeParts, makeEntry, type Seen } from './make_entry.js'

/** Bounds of one refresh. */
export interface Bounds {
  /** Files whose text is read; of others only the path is known. */
  mostFiles: number
  /** After this time the rest keeps its path only, until the next refresh. */
  mostMs: number
  /** Read first where they have the same rank; null: no wish. */
  prefer(): ((path: string) => number) | null
  /** Called between files, at least every few milliseconds of work. */
  pause(): Promise<void>
  signal: AbortSignal
}

export interface Refreshed {
  /** Files whose text was read or is known. */
  read: number
  /** Files of a known language that were not read. */
  left: number
  /** Whether anything differs from before. */
  changed: boolean
  /** The tree has more files than a listing shows. */
  truncated: boolean
}

/** Commits whose messages are searched. */
const COMMITS = 1_500
const GIT_MS = 5_000

/** Makes the index equal to the tree: new and changed files are read, those with the same size and time are not. */
export async function refresh(
  store: Store,
  workspace: Workspace,
  parts: MakeParts,
  bounds: Bounds,
): Promise<Refreshed> {
  const until = performance.now() + bounds.mostMs
  const past = readHistoryOf(store, workspace, bounds.signal)
  // It is awaited below, after files were read beside it.
  past.catch(() => undefined)
  const { paths, truncated } = await workspace.listAll(bounds.signal)
  const listed = new Set(paths)
  let changed = false
  for (const path of store.files.keys())
    if (!listed.has(path)) {
      store.files.delete(path)
      changed = true
    }
  const readable: { seen: Seen; weight: number }[] = []
  let fresh = 0
  for (const path of paths) {
    await bounds.pause()
    const absolute = join(workspace.root, path)
    const stats = lstatSync(absolute, { throwIfNoEntry: false })
    if (stats === undefined || !stats.isFile()) {
      changed = store.files.delete(path) || changed
      continue
    }
    const { size, mtimeMs } = stats
    const known = store.files.get(path)
    if (known !== undefined && known.size === size && known.mtimeMs === mtimeMs) {
      if (known.hash !== '') fresh += 1
      continue
    }
    changed = true
    const seen = { path, absolute, size, mtimeMs }
    if (!isReadable(path, parts)) store.files.set(path, bareEntry(seen))
    else {
      if (known === undefined) store.files.set(path, bareEntry({ ...seen, mtimeMs: -1 }))
      readable.push({ seen, weight: weight(path) })
    }
  }
  let rest = readable
    .sort((a, b) => a.weight - b.weight || byText(a.seen.path, b.seen.path))
    .map(({ seen }) => seen)
  const most = Math.max(0, bounds.mostFiles - fresh)
  let read = 0
  let next = 0
  let preferred: ReturnType<Bounds['prefer']> = null
  while (read < most && next < rest.length && !bounds.signal.aborted && performance.now() < until) {
    const wish = bounds.prefer()
    if (wish !== null && wish !== preferred) {
      preferred = wish
      rest = rest
        .slice(next)
        .map((seen) => ({ seen, value: wish(seen.path) }))
        .sort((a, b) => b.value - a.value)
        .map(({ seen }) => seen)
      next = 0
    }
    const seen = rest[next]
    if (seen === undefined) break
    next += 1
    store.files.set(seen.path, makeEntry(seen, store.files.get(seen.path), parts))
    read += 1
    await bounds.pause()
  }
  await past
  return { read: fresh + read, left: rest.length - next, changed, truncated }
}

function isReadable(path: string, { languages }: MakeParts): boolean {
  return languages.of(path) !== null && !isGeneratedPath(path)
}

/** Sources before tests and examples, shallow before deep. */
function weight(path: string): number {
  return (isTest(path) ? 100 : 0) + (isAside(path) ? 50 : 0) + path.split('/').length
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

async function readHistoryOf(
  store: Store,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<void> {
  const head = await workspace.headCommit(signal)
  if (head !== null && head === store.history?.head) return
  store.history = await workspace.history({ most: COMMITS, timeoutMs: GIT_MS, signal })
}

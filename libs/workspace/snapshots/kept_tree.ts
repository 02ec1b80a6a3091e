import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { makeFolders, removeLeftover, replaceFile } from '#core'
import { callPaths, Entry, treePaths } from './kept_files.js'
import type { Snapshot } from './types.js'

/** A task that was not taken up within this time is not taken up any more. */
const KEPT_MS = 7 * 86_400_000

const Kept = z.object({
  inGit: z.boolean(),
  takenMs: z.number(),
  skipped: z.array(z.string()),
  files: z.array(z.tuple([z.string(), Entry])),
  /** Ids and lengths of the bytes in the other file, in their order; empty under git, which has them. */
  bytes: z.array(z.tuple([z.string(), z.number()])),
})

/** The first snapshot of a task, as it outlives the process. */
export interface KeptTree {
  snapshot: Snapshot
  inGit: boolean
  bytes: ReadonlyMap<string, Buffer>
}

/** Stores the first snapshot of a task in two files of the store, readable by their owner only. */
export function keepTree(
  store: string,
  taskId: string,
  { snapshot, inGit, bytes }: KeptTree,
): void {
  makeFolders(store)
  const { files, skipped, takenMs } = snapshot
  const used = new Set([...files.values()].map(({ id }) => id))
  const held = inGit ? [] : [...bytes].filter(([id]) => used.has(id))
  const kept: z.input<typeof Kept> = {
    inGit,
    takenMs,
    skipped: [...skipped],
    files: [...files],
    bytes: held.map(([id, content]) => [id, content.length]),
  }
  const [list, content] = treePaths(store, taskId)
  replaceFile(content, Buffer.concat(held.map(([, each]) => each)), { mode: 0o600 })
  replaceFile(list, JSON.stringify(kept), { mode: 0o600 })
}

/** null: nothing was kept, or it cannot be read. */
export function loadTree(store: string, taskId: string): KeptTree | null {
  const [list, content] = treePaths(store, taskId)
  try {
    const kept = Kept.parse(JSON.parse(readFileSync(list, 'utf8')))
    const whole = readFileSync(content)
    const bytes = new Map<string, Buffer>()
    let at = 0
    for (const [id, length] of kept.bytes) {
      bytes.set(id, whole.subarray(at, at + length))
      at += length
    }
    const { inGit, takenMs, skipped, files } = kept
    if (at !== whole.length) return null
    return { snapshot: { files: new Map(files), skipped: new Set(skipped), takenMs }, inGit, bytes }
  } catch {
    return null
  }
}

/**
 * Removes what was kept of a task, and of tasks that nobody took up. An error is ignored: the task has ended, and what
 * stays is removed after a later one.
 */
export function forgetTree(store: string, taskId: string, nowMs = Date.now()): void {
  for (const path of [...treePaths(store, taskId), ...callPaths(store, taskId)])
    removeLeftover(path)
  for (const name of keptNames(store)) {
    const path = join(store, name)
    if (nowMs - changedMs(path) > KEPT_MS) removeLeftover(path)
  }
}

/** When a file was written last; Infinity when that cannot be read. */
function changedMs(path: string): number {
  try {
    return statSync(path).mtimeMs
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

function keptNames(store: string): string[] {
  try {
    return readdirSync(store).filter((name) => name.startsWith('tree-'))
  } catch {
    // No store yet.
    return []
  }
}

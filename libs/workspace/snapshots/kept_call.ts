import { appendFileSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { Entry } from './kept_files.js'
import type { Snapshot } from './types.js'

/** The tree before a command as its difference to the first tree of the task. */
const Kept = z.object({
  callId: z.string(),
  takenMs: z.number(),
  changed: z.array(z.tuple([z.string(), Entry])),
  removed: z.array(z.string()),
  skipped: z.array(z.string()),
})

/**
 * Stores the tree before a command, readable by its owner only. Nothing is synced: a kill loses nothing of it, and
 * after a loss of power it is not found.
 */
export function keepCall(
  list: string,
  callId: string,
  { first, before }: { first: Snapshot; before: Snapshot },
): void {
  const kept: z.input<typeof Kept> = {
    callId,
    takenMs: before.takenMs,
    changed: [...before.files].filter(([path, entry]) => {
      const was = first.files.get(path)
      return was?.id !== entry.id || was.fileMode !== entry.fileMode
    }),
    removed: [...first.files.keys()].filter((path) => !before.files.has(path)),
    skipped: [...before.skipped],
  }
  writeFileSync(`${list}.new`, JSON.stringify(kept), { mode: 0o600 })
  renameSync(`${list}.new`, list)
}

/** @returns null: what is kept belongs to another call, or cannot be read */
export function loadCall(list: string, callId: string, first: Snapshot): Snapshot | null {
  try {
    const kept = Kept.parse(JSON.parse(readFileSync(list, 'utf8')))
    if (kept.callId !== callId) return null
    const files = new Map(first.files)
    for (const path of kept.removed) files.delete(path)
    for (const [path, entry] of kept.changed) files.set(path, entry)
    return { files, skipped: new Set(kept.skipped), takenMs: kept.takenMs }
  } catch {
    return null
  }
}

/** Appends contents by id; a content that is there is not needed twice. */
export function appendBytes(log: string, bytes: Iterable<[id: string, Buffer]>): void {
  const records = [...bytes].flatMap(([id, content]) => [
    Buffer.from(`${id} ${content.length}\n`),
    content,
  ])
  if (records.length > 0) appendFileSync(log, Buffer.concat(records), { mode: 0o600 })
}

/** Reads what was appended. A last record that a kill cut off is removed. */
export function loadBytes(log: string): Map<string, Buffer> {
  const found = new Map<string, Buffer>()
  let whole: Buffer
  try {
    whole = readFileSync(log)
  } catch {
    return found
  }
  let at = 0
  while (at < whole.length) {
    const end = whole.indexOf(10, at)
    const [, id = '', length = ''] = RECORD.exec(whole.toString('utf8', at, end)) ?? []
    const next = end + 1 + Number(length)
    if (end === -1 || id === '' || next > whole.length) break
    found.set(id, whole.subarray(end + 1, next))
    at = next
  }
  if (at < whole.length) truncateSync(log, at)
  return found
}

const RECORD = /^([0-9a-f]+) (\d+)$/

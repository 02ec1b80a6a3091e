import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Random } from '../../crash/kit/random.js'
import type { Change } from './read_trace.js'

type Written = Extract<Change, { kind: 'write' | 'cut' }>
type Named = Extract<Change, { kind: 'create' | 'rename' | 'remove' }>

/** Bytes of a file: those that are on the disk, and what was written since its last sync. */
interface Node {
  kept: Buffer
  open: Written[]
}

/** What of the unsynced changes reached the disk before the power was lost. */
export type Luck = 'none' | 'some' | 'all'

/** A disk writes so many bytes at once or not at all. */
const SECTOR = 512

/**
 * A disk with a cache. A sync of a file keeps its bytes. A sync of anything keeps all earlier changes of names, in
 * their order, as a file system with an ordered journal does (ext4, xfs). Everything else may be lost at any time:
 * bytes by the sector and in any order, names from the end.
 */
export function openDisk(folder: string) {
  /** null is a folder. */
  const kept = new Map<string, Node | null>()
  const open: { change: Named; node: Node | null }[] = []
  const now = new Map<string, Node | null>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const node = entry.isDirectory() ? null : { kept: readFileSync(path), open: [] }
    kept.set(path, node)
    now.set(path, node)
  }

  function take(change: Change): void {
    switch (change.kind) {
      case 'said':
        return
      case 'create': {
        const node = change.folder ? null : { kept: Buffer.alloc(0), open: [] }
        open.push({ change, node })
        now.set(change.path, node)
        return
      }
      case 'rename':
      case 'remove':
        open.push({ change, node: null })
        apply(now, change, null)
        return
      case 'sync': {
        for (const { change: named, node } of open.splice(0)) apply(kept, named, node)
        const node = now.get(change.path)
        if (node) {
          node.kept = written(node.kept, node.open)
          node.open = []
        }
        return
      }
      default:
        now.get(change.path)?.open.push(change)
    }
  }

  /** Makes the folder what is found after the power came back. */
  function restore(luck: Luck, random: Random): void {
    const names = new Map(kept)
    const count =
      luck === 'all' ? open.length : luck === 'none' ? 0 : random.between(0, open.length)
    for (const { change, node } of open.slice(0, count)) apply(names, change, node)
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    for (const [path, node] of names) {
      // What is mapped into memory is no part of the recording; SQLite makes it again.
      if (path.endsWith('-shm')) continue
      if (node === null) mkdirSync(path, { recursive: true })
      else {
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(path, bytesOf(node, luck, random))
      }
    }
  }

  return {
    take,
    restore,
    unsynced: () => open.length + [...now.values()].filter((node) => node?.open.length).length,
  }
}

function apply(names: Map<string, Node | null>, change: Named, node: Node | null): void {
  if (change.kind === 'create') names.set(change.path, node)
  else if (change.kind === 'remove') names.delete(change.path)
  else {
    const moved = names.get(change.path)
    names.delete(change.path)
    if (moved !== undefined) names.set(change.to, moved)
  }
}

function bytesOf({ kept, open }: Node, luck: Luck, random: Random): Buffer {
  if (luck === 'none') return kept
  if (luck === 'all') return written(kept, open)
  const parts = open.flatMap(sectorsOf).filter(() => random.next() < 0.5)
  return written(kept, parts)
}

function sectorsOf(change: Written): Written[] {
  if (change.kind === 'cut' || change.at === 'end') return [change]
  const parts: Written[] = []
  let from = 0
  while (from < change.bytes.length) {
    const place = change.at + from
    const size = Math.min(SECTOR - (place % SECTOR), change.bytes.length - from)
    parts.push({ ...change, at: place, bytes: change.bytes.subarray(from, from + size) })
    from += size
  }
  return parts
}

/** A copy of the bytes with these changes. */
function written(bytes: Buffer, changes: readonly Written[]): Buffer {
  if (changes.length === 0) return bytes
  const most = changes.reduce((size, change) => size + room(change), bytes.length)
  const made = Buffer.alloc(Math.max(most, ...changes.map(endOf)))
  bytes.copy(made)
  let size = bytes.length
  for (const change of changes) {
    if (change.kind === 'cut') {
      if (change.size < size) made.fill(0, change.size, size)
      size = change.size
      continue
    }
    const at = change.at === 'end' ? size : change.at
    change.bytes.copy(made, at)
    size = Math.max(size, at + change.bytes.length)
  }
  return made.subarray(0, size)
}

function room(change: Written): number {
  return change.kind === 'write' && change.at === 'end' ? change.bytes.length : 0
}

function endOf(change: Written): number {
  if (change.kind === 'cut') return change.size
  return change.at === 'end' ? 0 : change.at + change.bytes.length
}

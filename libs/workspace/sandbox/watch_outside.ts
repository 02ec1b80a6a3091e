import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChangedFile } from '#core'
import { countChange } from '../files/diff.js'

/** Files that are looked at below the named places. */
const MOST_FILES = 500
/** A longer file is compared by its size and time alone. */
const MOST_BYTES = 1 << 20
/** Bytes that are kept in all, for the numbers of changed lines; the rest is compared by size and time. */
const MOST_KEPT = 16 << 20

interface Seen {
  stamp: string
  bytes: Buffer | null
}

/**
 * Remembers the files in places outside of the root that a command may write. The user allowed these places, so
 * their files may be read. @returns what finds the files that are different now, by absolute path
 */
export function watchOutside(places: readonly string[]): () => ChangedFile[] {
  const before = filesOf(places)
  return () => {
    const after = filesOf(places)
    const paths = [...new Set([...before.keys(), ...after.keys()])]
    return paths
      .filter((path) => before.get(path)?.stamp !== after.get(path)?.stamp)
      .sort()
      .map((path) => ({
        path,
        ...countChange(before.get(path)?.bytes ?? null, after.get(path)?.bytes ?? null),
      }))
  }
}

function filesOf(places: readonly string[]): Map<string, Seen> {
  const found = new Map<string, Seen>()
  const open = [...places]
  let left = MOST_KEPT
  for (let path = open.pop(); path !== undefined && found.size < MOST_FILES; path = open.pop())
    try {
      const stat = lstatSync(path, { bigint: true })
      if (stat.isDirectory()) {
        if (open.length < MOST_FILES)
          open.push(...readdirSync(path).map((name) => join(path ?? '', name)))
      } else if (stat.isFile()) {
        const size = Number(stat.size)
        const bytes = size > MOST_BYTES || size > left ? null : readFileSync(path)
        left -= bytes?.length ?? 0
        found.set(path, { stamp: `${stat.ino} ${stat.size} ${stat.mtimeNs}`, bytes })
      }
    } catch {
      // It is missing, or the user may not read it.
    }
  return found
}

import { type Dirent, readdirSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { LIMITS } from '#core'
import type { DenyRules } from './deny.js'
import { lookAt } from './follow_links.js'

/** Files with several names of which one is denied, as found at one moment. */
export interface DeniedTwins {
  /** The rule that covers some other name of this file; null when none was found. */
  ruleFor(file: Stats): string | null
  /** Whether there is any such file. */
  any: boolean
  /** false: the walk hit its bound, so a file with several names may still be a denied one. */
  complete: boolean
}

/**
 * Collects the denied files that have several names (safety.md 3a.3): a walk over the root and over
 * the fixed beginnings of rules that lie outside, LIMITS.walkEntries names at most.
 */
export function collectTwins({ root, deny }: { root: string; deny: DenyRules }): DeniedTwins {
  const rules = new Map<string, string>()
  const note = (path: string) => {
    const rule = deny.match(path)
    const stats = rule === null ? undefined : lookAt(path)
    if (rule !== null && stats?.isFile() && stats.nlink > 1) rules.set(keyOf(stats), rule)
  }
  const folders = [root]
  for (const base of deny.outside) {
    if (lookAt(base)?.isDirectory()) folders.push(base)
    else note(base)
  }
  let left: number = LIMITS.walkEntries
  for (let folder = folders.pop(); folder !== undefined && left > 0; folder = folders.pop()) {
    for (const entry of readFolder(folder)) {
      left -= 1
      const path = join(folder, entry.name)
      if (entry.isDirectory()) folders.push(path)
      if (entry.isFile()) note(path)
    }
  }
  const ruleFor = (file: Stats) => rules.get(keyOf(file)) ?? null
  return { ruleFor, any: rules.size > 0, complete: left > 0 }
}

function keyOf({ dev, ino }: Stats): string {
  return `${dev}:${ino}`
}

function readFolder(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    // A folder that we may not read hides its names from the tools as well.
    return []
  }
}

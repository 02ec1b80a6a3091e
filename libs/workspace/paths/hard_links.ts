import { type Dirent, readdirSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { LIMITS } from '#core'
import type { DenyRules } from './deny.js'
import { statLink } from './follow_links.js'

/** Denied files with several names (hard links), found at one moment. */
export interface DeniedLinks {
  /** The rule that matches another name of this file; null when none was found. */
  ruleFor(file: Stats): string | null
  /** Whether there is any such file. */
  any: boolean
  /** false: the walk reached its limit, so an unknown file with several names may be a denied one. */
  complete: boolean
}

/**
 * Finds the denied files that have several names (docs/design/permissions.md#paths): a walk over the root and over the fixed
 * prefixes of rules outside it, at most LIMITS.walkEntries names.
 */
export function findDeniedLinks({ root, deny }: { root: string; deny: DenyRules }): DeniedLinks {
  const rules = new Map<string, string>()
  const note = (path: string) => {
    const rule = deny.match(path)
    const stats = rule === null ? undefined : statLink(path)
    if (rule !== null && stats?.isFile() && stats.nlink > 1) rules.set(keyOf(stats), rule)
  }
  const folders = [root]
  for (const base of deny.outside) {
    if (statLink(base)?.isDirectory()) folders.push(base)
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
    // The tools cannot read this folder either.
    return []
  }
}

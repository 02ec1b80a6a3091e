import { type Dirent, readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { LIMITS } from '#core'
import { lookAt } from './follow_links.js'
import { collectTwins, type DeniedTwins } from './hard_links.js'
import { type PathRules, resolvePath } from './resolve_path.js'

/** More are not told apart: whoever reads them all is asked all the same. */
const MAX_FOUND = 1_000

/**
 * The denied files in a folder and below it, absolute, links and other names of denied files among
 * them; a walk over LIMITS.walkEntries names at most. What programs that read whole trees get to see.
 * @returns `complete` false when a bound was hit
 */
export function findDenied(
  rules: PathRules,
  folder: string,
): { paths: string[]; complete: boolean } {
  const twins = collectTwins(rules)
  const paths: string[] = []
  const folders = [realOf(folder)]
  let left: number = LIMITS.walkEntries
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    for (const entry of entriesOf(at)) {
      left -= 1
      if (left < 0 || paths.length >= MAX_FOUND) return { paths, complete: false }
      const path = join(at, entry.name)
      if (entry.isDirectory()) folders.push(path)
      else if (isDenied(rules, path, entry, twins)) paths.push(path)
    }
  }
  return { paths, complete: twins.complete }
}

function isDenied(rules: PathRules, path: string, entry: Dirent, twins: DeniedTwins): boolean {
  if (rules.deny.match(path) !== null) return true
  if (entry.isSymbolicLink()) {
    const place = resolvePath(rules, path)
    return place.ok && place.denied !== null
  }
  const stats = twins.any ? lookAt(path) : undefined
  return stats !== undefined && twins.ruleFor(stats) !== null
}

function realOf(folder: string): string {
  try {
    return realpathSync.native(folder)
  } catch {
    return folder
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    // What we may not read, a command of the same user may not read either.
    return []
  }
}

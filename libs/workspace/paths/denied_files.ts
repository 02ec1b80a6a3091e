import { type Dirent, readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { LIMITS } from '#core'
import { statLink } from './follow_links.js'
import { type DeniedLinks, findDeniedLinks } from './hard_links.js'
import { type PathRules, resolvePath } from './resolve_path.js'

/** The gate asks for one denied file as for a thousand, so more are not listed. */
const MAX_FOUND = 1_000

/**
 * The denied files in a folder and below it that a program would see which reads the whole folder: absolute
 * paths, including links to denied files and hard links. The walk visits at most LIMITS.walkEntries names.
 * @returns `complete` false when a limit was reached
 */
export function findDenied(
  rules: PathRules,
  folder: string,
): { paths: string[]; complete: boolean } {
  const links = findDeniedLinks(rules)
  const paths: string[] = []
  const folders = [realOf(folder)]
  let left: number = LIMITS.walkEntries
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    for (const entry of entriesOf(at)) {
      left -= 1
      if (left < 0 || paths.length >= MAX_FOUND) return { paths, complete: false }
      const path = join(at, entry.name)
      if (entry.isDirectory()) folders.push(path)
      else if (isDenied(rules, path, entry) || isDeniedLink(links, path)) paths.push(path)
    }
  }
  return { paths, complete: links.complete }
}

function isDenied(rules: PathRules, path: string, entry: Dirent): boolean {
  if (rules.deny.match(path) !== null) return true
  if (!entry.isSymbolicLink()) return false
  const place = resolvePath(rules, path)
  return place.ok && place.denied !== null
}

function isDeniedLink(links: DeniedLinks, path: string): boolean {
  const stats = links.any ? statLink(path) : undefined
  return stats !== undefined && links.ruleFor(stats) !== null
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
    // A command of the same user cannot read this folder either.
    return []
  }
}

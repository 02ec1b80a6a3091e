import { lstatSync, readlinkSync, type Stats } from 'node:fs'

// The limit of Linux.
const LINK_HOPS = 40

/**
 * Resolves a path name by name as the kernel does: `link/..` is the parent of the link's target, and the
 * target of a link is known even when it does not exist. realpath does neither.
 * @param root        the start of a relative path
 * @param followLast  false: a link at the end of the path is not followed
 * @returns null when the links form a loop
 */
export function followLinks(
  root: string,
  path: string,
  followLast: boolean,
): { path: string; stats: Stats | undefined } | null {
  let parts = namesOf(path.startsWith('/') ? '/' : root)
  const placed = () => `/${parts.join('/')}`
  let stats = statLink(placed())
  let hops = 0
  /** How many names lead to the first one that is not there. What is below it is not looked up: a path may have 2,000. */
  let missing: number | null = null
  const names = namesOf(path)
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    const before = name === '..' ? parts.pop() : undefined
    if (name !== '..') parts.push(name)
    if (missing !== null && parts.length < missing) missing = null
    const here = missing === null ? placed() : ''
    stats = missing === null ? statLink(here) : undefined
    if (stats === undefined) missing ??= parts.length
    const isLast = names.length === 0
    const target = stats?.isSymbolicLink() && (!isLast || followLast) ? readLink(here) : null
    if (target === null) continue
    hops += 1
    if (hops > LINK_HOPS) return null
    if (name !== '..') parts.pop()
    else if (before !== undefined) parts.push(before)
    names.unshift(...namesOf(target))
    if (target.startsWith('/')) parts = []
    stats = statLink(placed())
  }
  return { path: placed(), stats }
}

function namesOf(path: string): string[] {
  return path.split('/').filter((name) => name !== '' && name !== '.')
}

/** null when it may not be read, or was replaced in the meantime; opening it reports the error. */
function readLink(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    return null
  }
}

/** lstat of a path; undefined when it does not exist or may not be read. */
export function statLink(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    // Opening it later reports the error; the deny rules only need the names.
    return undefined
  }
}

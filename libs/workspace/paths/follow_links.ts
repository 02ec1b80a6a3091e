import { lstatSync, readlinkSync, type Stats } from 'node:fs'
import { dirname, join } from 'node:path'

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
  let at = path.startsWith('/') ? '/' : root
  let stats = statLink(at)
  let hops = 0
  const names = path.split('/').filter((name) => name !== '' && name !== '.')
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    const next = name === '..' ? dirname(at) : join(at, name)
    stats = statLink(next)
    const isLast = names.length === 0
    const target = stats?.isSymbolicLink() && (!isLast || followLast) ? readLink(next) : null
    if (target === null) {
      at = next
      continue
    }
    hops += 1
    if (hops > LINK_HOPS) return null
    names.unshift(...target.split('/').filter((part) => part !== '' && part !== '.'))
    if (target.startsWith('/')) at = '/'
    stats = statLink(at)
  }
  return { path: at, stats }
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

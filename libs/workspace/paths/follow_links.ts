import { lstatSync, readlinkSync, type Stats } from 'node:fs'
import { dirname, join } from 'node:path'

// As many as Linux follows.
const LINK_HOPS = 40

/**
 * Walks a path name by name as the kernel does, so that `link/..` is the folder of the link's target
 * and a link to something that does not exist yet still tells where it leads. realpath does neither.
 * @param root        where a relative path begins
 * @param followLast  false leaves a link that stands at the very end
 * @returns null when the links go in a circle
 */
export function followLinks(
  root: string,
  path: string,
  followLast: boolean,
): { path: string; stats: Stats | undefined } | null {
  let at = path.startsWith('/') ? '/' : root
  let stats = lookAt(at)
  let hops = 0
  const names = path.split('/').filter((name) => name !== '' && name !== '.')
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    const next = name === '..' ? dirname(at) : join(at, name)
    stats = lookAt(next)
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
    stats = lookAt(at)
  }
  return { path: at, stats }
}

/** null: we may not look, or it was swapped for something else since; whoever opens it will see. */
function readLink(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    return null
  }
}

/** What stands at a path, links not followed; undefined when nothing does or we may not look. */
export function lookAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    // Whatever opens it later says why; the rules have the names.
    return undefined
  }
}

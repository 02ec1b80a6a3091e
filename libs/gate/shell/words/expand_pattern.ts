import type { PatternBudget } from '../state/expander.js'
import { patternThroughProc } from '../state/places.js'
import type { Disk } from '../state/types.js'
import { compilePattern, isPattern, plainText } from './pattern.js'

/** Names that the patterns of one command text may read; above it the answer is "unsure". */
const MAX_NAMES = 20_000
const MAX_PATHS = 2_000

export function patternBudget(): PatternBudget {
  return { left: MAX_NAMES }
}

/**
 * The paths that a shell pattern matches now, spelled as the shell would spell them.
 * @param loose  hidden names count for `*` and case does not matter: what shell options may bring about
 * @returns an empty list when nothing fits, null when there are too many names, or when it is not known in which folder
 */
export function expandPattern(
  given: string,
  cwd: string,
  disk: Disk,
  loose: boolean,
  budget: PatternBudget,
): string[] | null {
  const pattern = patternThroughProc(given, cwd)
  if (pattern === null) return null
  const absolute = pattern.startsWith('/')
  let found = [absolute ? '/' : '']
  const parts = pattern.split('/').filter((part, index) => part !== '' || index === 0)
  for (const [index, part] of parts.entries()) {
    if (part === '') continue
    const isLast = index === parts.length - 1
    const next: string[] = []
    for (const folder of found) {
      const names = namesFor(part, place(folder, cwd), disk, loose, budget)
      if (names === null || next.length + names.length > MAX_PATHS) return null
      for (const name of names) {
        const path = `${folder}${name}`
        if (isLast) next.push(path)
        else if (disk.kind(place(path, cwd)) !== null) next.push(`${path}/`)
      }
    }
    found = next
  }
  // A slash at the end asks for folders.
  if (!pattern.endsWith('/')) return found
  return found.filter((path) => isFolder(place(path, cwd), disk)).map((path) => `${path}/`)
}

function isFolder(path: string, disk: Disk): boolean {
  return disk.kind(path) === 'folder' || (disk.kind(path) === 'link' && disk.names(path).length > 0)
}

function place(path: string, cwd: string): string {
  return path.startsWith('/') ? path : `${cwd}/${path}`
}

function namesFor(
  part: string,
  folder: string,
  disk: Disk,
  loose: boolean,
  budget: PatternBudget,
): string[] | null {
  if (!isPattern(part)) {
    const name = plainText(part)
    return disk.kind(`${folder}/${name}`) === null ? [] : [name]
  }
  const fits = compilePattern(part, loose)
  const hidden = loose || part.startsWith('.') || part.startsWith('\\.')
  const names = hidden ? [...disk.names(folder), '.', '..'] : disk.names(folder)
  budget.left -= names.length
  if (budget.left < 0) return null
  return names.filter((name) => (hidden || !name.startsWith('.')) && fits(name))
}

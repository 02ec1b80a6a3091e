import { posix } from 'node:path'
import type { FileChange } from '../facts/types.js'
import { kindOfPath } from './check_files.js'

const RELATIVE = /(['"])(\.{1,2}\/[^'"\n]+)\1/g
const MODULE = /^(\s*(?:from|import)\s+)([A-Za-z_][\w.]*)/gm

/** A test as it was, with its imports of files that the task moved at their new places. */
export function withMovedImports(
  { path, before }: { path: string; before: string },
  changes: readonly FileChange[],
): string {
  const moved = movedSources(changes)
  if (moved.size === 0) return before
  const folder = posix.dirname(path)
  if (path.endsWith('.py'))
    return before.replace(MODULE, (all, lead: string, name: string) => {
      const to = moved.get(`${name.replaceAll('.', '/')}.py`)
      return to === undefined ? all : `${lead}${to.replace(/\.py$/, '').replaceAll('/', '.')}`
    })
  return before.replace(RELATIVE, (all, quote: string, words: string) => {
    const place = posix.normalize(posix.join(folder, words))
    const old = [...moved.keys()].find((one) => one === place || withoutEnding(one) === place)
    const to = old === undefined ? undefined : moved.get(old)
    if (to === undefined) return all
    const next = posix.relative(folder, old === place ? to : withoutEnding(to))
    return `${quote}${next.startsWith('.') ? next : `./${next}`}${quote}`
  })
}

/** Sources that are gone, each with the one new file of its name. */
function movedSources(changes: readonly FileChange[]): Map<string, string> {
  const isSource = ({ path }: FileChange) => kindOfPath(path, []) === null
  const fresh = changes.filter((one) => one.before === null && one.after !== null && isSource(one))
  return new Map(
    changes
      .filter((one) => one.after === null && isSource(one))
      .flatMap(({ path }): [string, string][] => {
        const [to, ...more] = fresh.filter(
          (one) => posix.basename(one.path) === posix.basename(path),
        )
        return to === undefined || more.length > 0 ? [] : [[path, to.path]]
      }),
  )
}

function withoutEnding(path: string): string {
  return path.replace(/\.\w+$/, '')
}

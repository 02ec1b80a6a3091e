import { posix } from 'node:path'
import type { Call } from '../readers/program.js'
import { gitPlaceVariable } from '../readers/variables.js'
import { type Output, UNKNOWN } from '../state/types.js'

/** Why git may read another repository or other settings than the folder's own; null when it does not. */
export function otherRepository({ state, walker }: Call): string | null {
  const variable = gitPlaceVariable(state)
  if (variable !== null) return `${variable} gives git another repository or other settings`
  const bare = (state.cwds ?? []).find((cwd) => bareAbove(cwd, walker) !== null)
  return bare === undefined
    ? null
    : 'a folder of the project is a git repository with settings of its own'
}

/** The first folder upwards that git takes for a repository although it is not called `.git`. */
function bareAbove(cwd: string, { disk }: Call['walker']): string | null {
  for (let at = posix.normalize(cwd); at !== '/'; at = posix.dirname(at)) {
    if (disk.kind(`${at}/.git`) !== null) return null
    const isBare = ['HEAD', 'objects', 'refs'].every((name) => disk.kind(`${at}/${name}`) !== null)
    if (isBare) return at
  }
  return null
}

/** The output of `git rev-parse --show-toplevel`. */
export function topLevel(cwds: readonly string[] | null, { walker }: Call): Output {
  let at = cwds?.length === 1 ? (cwds[0] ?? '/') : '/'
  while (at !== '/' && walker.disk.kind(`${at}/.git`) === null)
    at = at.slice(0, at.lastIndexOf('/')) || '/'
  return at === '/' ? UNKNOWN : { kind: 'text', text: `${at}\n` }
}

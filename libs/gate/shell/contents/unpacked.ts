import { posix } from 'node:path'
import type { Call } from '../readers/program.js'
import { placesOf } from '../state/places.js'
import { fork, type State } from '../state/state.js'
import type { Field } from '../state/types.js'
import { isPattern } from '../words/pattern.js'

/**
 * An archive writes, or shows, the files that it names: a protected one among them is asked, and so is an archive whose
 * names cannot be read.
 * @param only  names and patterns of what is taken out of it; everything when empty
 */
export function useUnpacked(
  archive: Field,
  into: State,
  { name, state, walker }: Call,
  only: readonly Field[] = [],
): void {
  if (archive.text === null || archive.text === '-') return
  for (const path of placesOf(archive.text, state).paths) {
    if (walker.disk.denied(path) !== null) continue
    const names = walker.disk.archiveNames(path)
    if (names === 'too long') {
      walker.unsure(`${name} unpacks an archive that takes too long to list`)
      continue
    }
    if (names === null && walker.disk.kind(path) === 'file')
      walker.unsure(`${name} unpacks an archive whose names cannot be listed`)
    const hit = names?.find(
      (inside) =>
        isTaken(inside, only) &&
        (into.cwds ?? []).some((cwd) => walker.disk.denied(posix.join(cwd, inside)) !== null),
    )
    if (hit !== undefined)
      walker.unsure(`${name} unpacks ${hit.split('/').at(-1)}, which is protected`)
  }
}

/** Whether a name of an archive is one of those that are taken out, or below one of them. */
function isTaken(inside: string, only: readonly Field[]): boolean {
  const name = posix.normalize(inside)
  return (
    only.length === 0 ||
    only.some(({ text }) => {
      if (text === null || isPattern(text)) return true
      const wanted = posix.normalize(text).replace(/\/$/, '')
      return wanted === '.' || name === wanted || name.startsWith(`${wanted}/`)
    })
  )
}

/** The state in a folder that a command names as the place for what it unpacks. */
export function insideOf(folder: Field | undefined, state: State): State {
  if (folder === undefined) return state
  const cwds = folder.text === null ? null : placesOf(folder.text, state).paths
  return fork(state, { cwds })
}

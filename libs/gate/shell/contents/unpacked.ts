import { posix } from 'node:path'
import type { Call } from '../readers/program.js'
import { placesOf } from '../state/places.js'
import type { State } from '../state/state.js'
import type { Field } from '../state/types.js'

/** An archive writes, or shows, the files that it names: a protected one among them is asked. */
export function useUnpacked(archive: Field, into: State, { name, state, walker }: Call): void {
  if (archive.text === null || archive.text === '-') return
  for (const path of placesOf(archive.text, state).paths) {
    const names = walker.disk.denied(path) === null ? walker.disk.archiveNames(path) : null
    if (names === 'too long') {
      walker.unsure(`${name} unpacks an archive that takes too long to list`)
      continue
    }
    const hit = names?.find((inside) =>
      (into.cwds ?? []).some((cwd) => walker.disk.denied(posix.join(cwd, inside)) !== null),
    )
    if (hit !== undefined)
      walker.unsure(`${name} unpacks ${hit.split('/').at(-1)}, which is protected`)
  }
}

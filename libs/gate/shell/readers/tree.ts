import { placesOf } from '../state/places.js'
import { type Field, known } from '../state/types.js'
import type { Call } from './program.js'

/**
 * Denied files that a program meets when it goes through whole folders, by the names it leaves out.
 * @param keep  whether the program would open a file, by its absolute path
 */
export function deniedIn(
  folder: Field,
  { state, walker }: Call,
  keep: (path: string) => boolean = () => true,
): { hits: string[]; complete: boolean } {
  if (folder.text === null) return { hits: [...(folder.hits ?? [])], complete: folder.harmless }
  const { paths } = placesOf(folder.text, state)
  const found = paths
    .filter((path) => walker.disk.kind(path) !== 'file')
    .map((path) => walker.disk.deniedBelow(path))
  return {
    hits: found.flatMap((one) => one.paths).filter(keep),
    complete: found.every((one) => one.complete) && state.cwds !== null,
  }
}

/** A whole tree is asked while it has denied files (docs/design/permissions.md#shell-reader). */
export function useTree(folder: Field, call: Call, keep?: (path: string) => boolean): void {
  const { hits, complete } = deniedIn(folder, call, keep)
  const [first] = hits
  const where = folder.text === '.' ? 'the whole folder' : `all of ${folder.text ?? folder.raw}`
  if (first !== undefined)
    call.walker.unsure(`${call.name} covers ${where}, where ${tail(first)} is protected`)
  else if (!complete)
    call.walker.unsure(`${call.name} covers ${where}, which has too many files to check`)
}

/** The folder that a program starts from when none is named. */
export const HERE = known('.')

function tail(path: string): string {
  return path.split('/').slice(-2).join('/')
}

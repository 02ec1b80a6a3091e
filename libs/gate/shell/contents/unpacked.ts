import { posix } from 'node:path'
import type { Call } from '../readers/program.js'
import { placesOf } from '../state/places.js'
import { fork, type State } from '../state/state.js'
import { type Field, known } from '../state/types.js'
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
  if (archive.text === null) {
    const files = archive.files?.() ?? null
    if (files === null) walker.unsure(`${name} unpacks an archive that only the run knows`)
    for (const file of files ?? [])
      useUnpacked(known(file), into, { name, args: [], state, walker }, only)
    return
  }
  if (/^(?:-|\/dev\/stdin)$/.test(archive.text)) {
    const { stdin } = state
    if (stdin.kind === 'file' && stdin.path !== null)
      useUnpacked(known(stdin.path), into, { name, args: [], state, walker }, only)
    else if (stdin.kind === 'unknown' && stdin.from !== undefined)
      useUnpacked(known(stdin.from), into, { name, args: [], state, walker }, only)
    else if (stdin.kind !== 'none' && stdin.kind !== 'packed')
      walker.unsure(`${name} unpacks what only another command knows`)
    return
  }
  for (const path of placesOf(archive.text, state).paths) {
    if (walker.disk.denied(path) !== null) continue
    if (isMadeHere(path, walker)) {
      walker.unsure(`${name} unpacks an archive that the same command creates`)
      continue
    }
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

/** Programs whose parts of a command create nothing but the files that they name. */
const NAMED_FILES =
  /^(?:mkdir|rmdir|rm|touch|chmod|chown|echo|printf|cp|mv|ln|cat|tee|kill|sleep|test)$/

/** Whether the same command wrote the archive, or, where none is there yet, ran a program that may have. */
function isMadeHere(path: string, walker: Call['walker']): boolean {
  if (walker.isCreated(path, 'text')) return true
  if (walker.disk.kind(path) !== null) return false
  return walker.seen.parts.some(
    ({ words, unsafe }) => unsafe !== null && !NAMED_FILES.test(words[0] ?? ''),
  )
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

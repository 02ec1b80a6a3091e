import { discard, flushFolder, place, remove, stage } from './atomic_write.js'

/**
 * Marks temporary files of writes that no call of the model made. Two processes may write one file at once, so each has
 * a name of its own: with one name the first rename took the bytes of the other.
 */
const TAG = `own-${process.pid}`

/**
 * Replaces a file, or creates it with its folders, atomically; its folder is held open from the check to the rename.
 * @param target  absolute, with all folders resolved; nothing on the way may be a link
 * @throws Error of the file system; the file is old or new, never partial
 */
export function writeHeld(target: string, text: string, fileMode = 0o600): void {
  putHeld(target, text, fileMode)
  flushFolder(target)
}

/** The same, but a power failure may lose the file until `writeHeld` wrote another one of its folder: for many files. */
export function putHeld(target: string, text: string, fileMode = 0o600): void {
  const staged = stage(target, { bytes: Buffer.from(text), fileMode, tag: TAG })
  try {
    place(staged)
  } catch (error) {
    discard(staged)
    throw error
  }
}

/** Deletes a file whose folder is held open. @throws Error of the file system */
export function removeHeld(target: string): void {
  remove(target)
  flushFolder(target)
}

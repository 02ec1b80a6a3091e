import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  opendirSync,
  openSync,
  readSync,
} from 'node:fs'
import { LIMITS } from '#core'

/**
 * The text of a configuration file of the project; empty when it is missing, no regular file, not readable, or larger
 * than LIMITS.projectFileBytes. Never throws and never waits: the program reads these files by itself, before and
 * after each command, so nothing that somebody puts there may stop it.
 */
export function projectText(path: string): string {
  let handle: number
  try {
    // NONBLOCK: opening a pipe without a writer would wait.
    handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch {
    return ''
  }
  try {
    const stats = fstatSync(handle)
    if (!stats.isFile() || stats.size > LIMITS.projectFileBytes) return ''
    const bytes = Buffer.alloc(stats.size)
    let filled = 0
    while (filled < bytes.length) {
      const read = readSync(handle, bytes, filled, bytes.length - filled, null)
      if (read === 0) break
      filled += read
    }
    return bytes.toString('utf8', 0, filled)
  } catch {
    return ''
  } finally {
    closeSync(handle)
  }
}

/** The entries of a folder of the project, at most LIMITS.projectNames; none when it cannot be listed. Never throws. */
export function projectEntries(path: string): Dirent[] {
  const found: Dirent[] = []
  try {
    const folder = opendirSync(path)
    try {
      for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
        if (found.length >= LIMITS.projectNames) break
        found.push(entry)
      }
    } finally {
      folder.closeSync()
    }
  } catch {
    // Missing, no folder, or not readable.
  }
  return found
}

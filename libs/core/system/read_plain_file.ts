import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'

export type PlainFile = { bytes: Buffer; changedMs: number } | { reason: string }

/**
 * Reads a regular file without following a link. A pipe is not waited for.
 * @param most  larger files are not read, in bytes
 * @returns     or what is wrong with it, as words that follow its name: `is a link`; never throws at the opening
 */
export function readPlainFile(path: string, most: number): PlainFile {
  let handle: number
  try {
    // NONBLOCK: opening a pipe without a writer would wait.
    handle = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    return { reason: code === 'ELOOP' ? 'is a link' : `cannot be read (${code})` }
  }
  try {
    const stats = fstatSync(handle)
    if (!stats.isFile()) return { reason: 'is not a regular file' }
    if (stats.size > most) return { reason: `is too large (${stats.size} bytes, at most ${most})` }
    return { bytes: readFileSync(handle), changedMs: stats.mtimeMs }
  } finally {
    closeSync(handle)
  }
}

/** The text of bytes; null: they are not UTF-8. */
export function decodeUtf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

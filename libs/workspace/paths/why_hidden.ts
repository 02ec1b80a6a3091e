import { lstatSync } from 'node:fs'

/** A folder of the path is a file, or no file can have such a name. */
const KNOWN_MISSING = new Set(['ENOTDIR', 'ENAMETOOLONG'])

/**
 * Why nobody can know whether a path exists: the code of the system, as for a folder that the user may not enter.
 * null: it exists, or it is known to be missing.
 */
export function whyHidden(path: string): { code: string } | null {
  try {
    lstatSync(path, { throwIfNoEntry: false })
    return null
  } catch (error) {
    const { code = 'EIO' } = error as NodeJS.ErrnoException
    return KNOWN_MISSING.has(code) ? null : { code }
  }
}

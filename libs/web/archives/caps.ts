import { LIMITS } from '#core'
import { ArchiveError } from './entries.js'

/** Counts entries and unpacked bytes while an archive is read. @throws ArchiveError above a limit */
export interface Caps {
  entry(): void
  /** @param unpacked  bytes of the newest chunk */
  bytes(unpacked: number): void
}

/** Below this size the ratio is not checked: a small file of one repeated line compresses very well. */
const FREE_BYTES = 1_048_576

/**
 * Limits on the number of entries, the size and the ratio, counted over the whole archive from the bytes
 * that are unpacked: sizes in headers may be false, and entries of a zip bomb may share their bytes.
 * @param packedBytes  size of the archive
 */
export function createCaps(packedBytes: number): Caps {
  let entries = 0
  let total = 0
  return {
    entry() {
      entries += 1
      if (entries > LIMITS.archiveEntries)
        throw new ArchiveError(`it has more than ${LIMITS.archiveEntries} entries`)
    },
    bytes(unpacked) {
      total += unpacked
      if (total > LIMITS.archiveBytes)
        throw new ArchiveError(`it unpacks to more than ${LIMITS.archiveBytes / 1_048_576} MiB`)
      if (total > Math.max(FREE_BYTES, packedBytes * LIMITS.archiveRatio))
        throw new ArchiveError(`it unpacks to more than ${LIMITS.archiveRatio} times its size`)
    },
  }
}

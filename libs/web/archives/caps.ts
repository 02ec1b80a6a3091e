import { LIMITS } from '#core'
import { ArchiveFlaw } from './entries.js'

/** Counts what an archive unfolds to, while it does. */
export interface Caps {
  entry(): void
  /** @param unpacked  bytes that came out just now */
  bytes(unpacked: number): void
}

/** Below this size no ratio tells a bomb: a file of one repeated line is small. */
const FREE_BYTES = 1_048_576

/**
 * Caps on count, size and ratio, counted over the whole archive from what really comes out: what its
 * heads say may be a lie, and parts of a bomb may share their bytes.
 * @param packedBytes  size of the archive
 */
export function createCaps(packedBytes: number): Caps {
  let entries = 0
  let total = 0
  return {
    entry() {
      entries += 1
      if (entries > LIMITS.archiveEntries)
        throw new ArchiveFlaw(`it has more than ${LIMITS.archiveEntries} entries`)
    },
    bytes(unpacked) {
      total += unpacked
      if (total > LIMITS.archiveBytes)
        throw new ArchiveFlaw(`it unfolds to more than ${LIMITS.archiveBytes / 1_048_576} MiB`)
      if (total > Math.max(FREE_BYTES, packedBytes * LIMITS.archiveRatio))
        throw new ArchiveFlaw(`it unfolds to more than ${LIMITS.archiveRatio} times its size`)
    },
  }
}

import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { LIMITS } from '#core'
import { createCaps } from './caps.js'
import { type ArchiveEntry, ArchiveError, checkNames } from './entries.js'
import { readTar } from './read_tar.js'
import { readZip } from './read_zip.js'

export type ArchiveResult =
  | { ok: true; entries: ArchiveEntry[] }
  /** `message` is for the model. */
  | { ok: false; message: string }

const unpack = promisify(gunzip)
/** A zip starts with its first entry or, when it has none, with its end record. */
const ZIP = [Buffer.from('504b0304', 'hex'), Buffer.from('504b0506', 'hex')]
/** Offset of the magic string of a tar. */
const USTAR_AT = 257

/**
 * Reads a zip, tar or tar.gz in memory and writes nothing. Names are normalised.
 * @returns all files; or a refusal when the archive contains a link, a device, an unsafe or duplicate name,
 *   or unpacks to more than the limits
 */
export async function readArchive(bytes: Buffer): Promise<ArchiveResult> {
  try {
    const entries = await readEntries(bytes)
    checkNames(entries)
    return { ok: true, entries }
  } catch (error) {
    if (error instanceof ArchiveError) return { ok: false, message: error.message }
    throw error
  }
}

async function readEntries(bytes: Buffer): Promise<ArchiveEntry[]> {
  const caps = createCaps(bytes.length)
  if (ZIP.some((magic) => magic.equals(bytes.subarray(0, 4)))) return readZip(bytes, caps)
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b
  const tar = isPacked ? await unpackWithin(bytes) : bytes
  if (!/^ustar/.test(tar.subarray(USTAR_AT, USTAR_AT + 5).toString('latin1')))
    throw new ArchiveError('it is not a zip, tar or tar.gz')
  return readTar(tar, caps)
}

async function unpackWithin(bytes: Buffer): Promise<Buffer> {
  // A tar pads each file, so it may be larger than its contents.
  const most = Math.min(
    LIMITS.archiveBytes * 2,
    Math.max(2_097_152, bytes.length * LIMITS.archiveRatio * 2),
  )
  try {
    return await unpack(bytes, { maxOutputLength: most })
  } catch (error) {
    const isBomb = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    const reason = isBomb
      ? 'it unpacks to far more than its size'
      : `its gzip data is invalid: ${(error as Error).message}`
    throw new ArchiveError(reason)
  }
}

import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { LIMITS } from '#core'
import { createCaps } from './caps.js'
import { type ArchiveEntry, ArchiveFlaw, checkNames } from './entries.js'
import { readTar } from './read_tar.js'
import { readZip } from './read_zip.js'

export type ArchiveResult =
  | { ok: true; entries: ArchiveEntry[] }
  /** `message` is for the model. */
  | { ok: false; message: string }

const unpack = promisify(gunzip)
/** How a zip begins: with its first entry, or, when it has none, with its end. */
const ZIP = [Buffer.from('504b0304', 'hex'), Buffer.from('504b0506', 'hex')]
/** Where a tar has its magic word. */
const USTAR_AT = 257

/**
 * Reads a zip, tar or tar.gz in memory: all its files, or a refusal of the whole. Nothing is written;
 * names are normalised, links, devices, names that lead out or meet, and bombs are refused.
 */
export async function readArchive(bytes: Buffer): Promise<ArchiveResult> {
  try {
    const entries = await readEntries(bytes)
    checkNames(entries)
    return { ok: true, entries }
  } catch (error) {
    if (error instanceof ArchiveFlaw) return { ok: false, message: error.message }
    throw error
  }
}

async function readEntries(bytes: Buffer): Promise<ArchiveEntry[]> {
  const caps = createCaps(bytes.length)
  if (ZIP.some((magic) => magic.equals(bytes.subarray(0, 4)))) return readZip(bytes, caps)
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b
  const tar = isPacked ? await unpackWithin(bytes) : bytes
  if (!/^ustar/.test(tar.subarray(USTAR_AT, USTAR_AT + 5).toString('latin1')))
    throw new ArchiveFlaw('it is no zip, tar or tar.gz')
  return readTar(tar, caps)
}

async function unpackWithin(bytes: Buffer): Promise<Buffer> {
  // A tar pads each file, so it may be a little larger than what is in it.
  const most = Math.min(
    LIMITS.archiveBytes * 2,
    Math.max(2_097_152, bytes.length * LIMITS.archiveRatio * 2),
  )
  try {
    return await unpack(bytes, { maxOutputLength: most })
  } catch (error) {
    const isBomb = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    const why = isBomb
      ? 'it unfolds to far more than its size'
      : `its gzip is broken: ${(error as Error).message}`
    throw new ArchiveFlaw(why)
  }
}

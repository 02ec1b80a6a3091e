import type { ReadEntry } from 'tar'
import type { Caps } from './caps.js'
import { type ArchiveEntry, ArchiveError, safeName } from './entries.js'

const FILES = new Set(['File', 'OldFile', 'ContiguousFile'])
const FOLDERS = new Set(['Directory', 'GNUDumpDir'])
const EXECUTE = 0o111

/** Every file of an uncompressed tar. @throws ArchiveError for links, devices and invalid data */
export async function readTar(bytes: Buffer, caps: Caps): Promise<ArchiveEntry[]> {
  const { Parser } = await import('tar')
  const entries: ArchiveEntry[] = []
  await new Promise<void>((resolve, reject) => {
    const parser = new Parser({
      strict: true,
      // A second layer of compression would be unpacked without the limits.
      gzip: false,
      brotli: false,
      zstd: false,
      onReadEntry(entry: ReadEntry) {
        try {
          takeEntry(entry, entries, caps)
        } catch (error) {
          entry.resume()
          reject(toArchiveError(error))
        }
      },
    })
    parser.on('error', (error: unknown) => reject(toArchiveError(error)))
    parser.on('ignoredEntry', (entry: ReadEntry) =>
      reject(new ArchiveError(`${entry.path} is a ${entry.type}, not a file`)),
    )
    parser.on('end', () => resolve())
    parser.end(bytes)
  })
  return entries
}

function takeEntry(entry: ReadEntry, entries: ArchiveEntry[], caps: Caps): void {
  caps.entry()
  const path = safeName(entry.path)
  if (FOLDERS.has(entry.type)) return void entry.resume()
  if (!FILES.has(entry.type)) throw new ArchiveError(`${path} is a ${entry.type}, not a file`)
  if (path === '') throw new ArchiveError('an entry has no name')
  const parts: Buffer[] = []
  let failure: unknown = null
  entry.on('data', (part: Buffer) => {
    if (failure !== null) return
    try {
      caps.bytes(part.length)
      parts.push(part)
    } catch (error) {
      failure = error
      entry.emit('error', error)
    }
  })
  entry.on('end', () => {
    const executable = ((entry.mode ?? 0) & EXECUTE) !== 0
    entries.push({ path, bytes: Buffer.concat(parts), executable })
  })
}

function toArchiveError(error: unknown): ArchiveError {
  if (error instanceof ArchiveError) return error
  return new ArchiveError(`it cannot be read as a tar: ${(error as Error).message}`)
}

import type { ReadEntry } from 'tar'
import type { Caps } from './caps.js'
import { type ArchiveEntry, ArchiveFlaw, safeName } from './entries.js'

const FILES = new Set(['File', 'OldFile', 'ContiguousFile'])
const FOLDERS = new Set(['Directory', 'GNUDumpDir'])
const EXECUTE = 0o111

/** Every file of a tar that is not packed. @throws ArchiveFlaw for links, devices, and what is broken */
export async function readTar(bytes: Buffer, caps: Caps): Promise<ArchiveEntry[]> {
  const { Parser } = await import('tar')
  const entries: ArchiveEntry[] = []
  await new Promise<void>((resolve, reject) => {
    const parser = new Parser({
      strict: true,
      // What is packed once more inside would be unpacked uncounted.
      gzip: false,
      brotli: false,
      zstd: false,
      onReadEntry(entry: ReadEntry) {
        try {
          takeEntry(entry, entries, caps)
        } catch (error) {
          entry.resume()
          reject(flawOf(error))
        }
      },
    })
    parser.on('error', (error: unknown) => reject(flawOf(error)))
    parser.on('ignoredEntry', (entry: ReadEntry) =>
      reject(new ArchiveFlaw(`${entry.path} is a ${entry.type}, no file`)),
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
  if (!FILES.has(entry.type)) throw new ArchiveFlaw(`${path} is a ${entry.type}, no file`)
  if (path === '') throw new ArchiveFlaw('an entry has no name')
  const parts: Buffer[] = []
  let flaw: unknown = null
  entry.on('data', (part: Buffer) => {
    if (flaw !== null) return
    try {
      caps.bytes(part.length)
      parts.push(part)
    } catch (error) {
      flaw = error
      entry.emit('error', error)
    }
  })
  entry.on('end', () => {
    const executable = ((entry.mode ?? 0) & EXECUTE) !== 0
    entries.push({ path, bytes: Buffer.concat(parts), executable })
  })
}

function flawOf(error: unknown): ArchiveFlaw {
  if (error instanceof ArchiveFlaw) return error
  return new ArchiveFlaw(`it cannot be read as a tar: ${(error as Error).message}`)
}

import type { Entry, ZipFile } from 'yauzl'
import type { Caps } from './caps.js'
import { type ArchiveEntry, ArchiveFlaw, safeName } from './entries.js'

/** The bits of `st_mode` that tell what a file is, as Unix tools store them in the upper half. */
const KIND = 0o170000
const REGULAR = 0o100000
const FOLDER = 0o040000
const EXECUTE = 0o111

/** Every file of a zip, unpacked under the caps. @throws ArchiveFlaw for links, devices, locked entries */
export async function readZip(bytes: Buffer, caps: Caps): Promise<ArchiveEntry[]> {
  const { fromBuffer } = await import('yauzl')
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    const options = { lazyEntries: true, strictFileNames: true, validateEntrySizes: true }
    fromBuffer(bytes, options, (error, opened) => (error ? reject(flawOf(error)) : resolve(opened)))
  })
  const entries: ArchiveEntry[] = []
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      zip.close()
      reject(flawOf(error))
    }
    zip.on('error', fail)
    zip.on('end', () => resolve(entries))
    zip.on('entry', (entry: Entry) => {
      readOne(zip, entry, caps).then((made) => {
        if (made !== null) entries.push(made)
        zip.readEntry()
      }, fail)
    })
    zip.readEntry()
  })
}

async function readOne(zip: ZipFile, entry: Entry, caps: Caps): Promise<ArchiveEntry | null> {
  caps.entry()
  const path = safeName(entry.fileName)
  const mode = entry.externalFileAttributes >>> 16
  const kind = mode & KIND
  if (entry.fileName.endsWith('/') || kind === FOLDER) return null
  if (kind !== 0 && kind !== REGULAR) throw new ArchiveFlaw(`${path} is a link or a device`)
  if (entry.isEncrypted()) throw new ArchiveFlaw(`${path} is locked by a password`)
  if (path === '') throw new ArchiveFlaw('an entry has no name')
  const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened)))
  })
  const parts: Buffer[] = []
  for await (const part of stream) {
    caps.bytes(part.length)
    parts.push(part as Buffer)
  }
  return { path, bytes: Buffer.concat(parts), executable: (mode & EXECUTE) !== 0 }
}

function flawOf(error: unknown): ArchiveFlaw {
  if (error instanceof ArchiveFlaw) return error
  return new ArchiveFlaw(`it cannot be read as a zip: ${(error as Error).message}`)
}

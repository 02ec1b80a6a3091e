import type { Entry, ZipFile } from 'yauzl'
import type { Caps } from './caps.js'
import { type ArchiveEntry, ArchiveError, safeName } from './entries.js'

/** The file type bits of `st_mode`; Unix tools store the mode in the upper half of the attributes. */
const KIND = 0o170000
const REGULAR = 0o100000
const FOLDER = 0o040000
const EXECUTE = 0o111

/** Every file of a zip. @throws ArchiveError for links, devices, encrypted entries and invalid data */
export async function readZip(bytes: Buffer, caps: Caps): Promise<ArchiveEntry[]> {
  const { fromBuffer } = await import('yauzl')
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    const options = { lazyEntries: true, strictFileNames: true, validateEntrySizes: true }
    fromBuffer(bytes, options, (error, opened) =>
      error ? reject(toArchiveError(error)) : resolve(opened),
    )
  })
  const entries: ArchiveEntry[] = []
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      zip.close()
      reject(toArchiveError(error))
    }
    zip.on('error', fail)
    zip.on('end', () => resolve(entries))
    zip.on('entry', (entry: Entry) => {
      readOne(zip, entry, caps).then((file) => {
        if (file !== null) entries.push(file)
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
  if (kind !== 0 && kind !== REGULAR) throw new ArchiveError(`${path} is a link or a device`)
  if (entry.isEncrypted()) throw new ArchiveError(`${path} is encrypted with a password`)
  if (path === '') throw new ArchiveError('an entry has no name')
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

function toArchiveError(error: unknown): ArchiveError {
  if (error instanceof ArchiveError) return error
  return new ArchiveError(`it cannot be read as a zip: ${(error as Error).message}`)
}

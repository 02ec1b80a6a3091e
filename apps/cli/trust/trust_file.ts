import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { makeFolders, replaceFile, type Settings, systemClock } from '#core'
import { whileLocked } from '#ledger'
import { dataFolder } from '../data/ledger_path.js'

const Hash = z.string().length(64)
/** More notes than a folder shows: older hashes, of texts that are no longer there, are forgotten. */
const MOST_NOTES = 400

const TrustFileSchema = z.object({
  version: z.literal(1),
  /** Real path -> the hash that the person trusted, and when. */
  folders: z.record(
    z.string(),
    z.object({ hash: z.string().length(64), atMs: z.number(), notes: z.array(Hash).optional() }),
  ),
  /** Real path -> hashes of the notes that aircoder wrote there: the user's own words need no question. */
  notes: z.record(z.string(), z.array(Hash)).optional(),
})

/** The trusted folders, each with the hash of its trusted content. */
export type Trusted = z.infer<typeof TrustFileSchema>['folders']
type TrustFile = z.infer<typeof TrustFileSchema>

const NOTHING: TrustFile = { version: 1, folders: {} }

/** `<data>/trust.json`. */
export function trustFilePath(settings: Pick<Settings, 'dataDir'>): string {
  return join(dataFolder(settings), 'trust.json')
}

/** Empty when the file is a link, belongs to another user, or is writable by others. */
export function readTrusted(path: string): Trusted {
  return readFile(path).folders
}

/** Hashes of the notes of a folder that may be used: those that aircoder wrote, and those that the person trusted. */
export function trustedNotes(path: string, folder: string): ReadonlySet<string> {
  const { notes, folders } = readFile(path)
  return new Set([...(notes?.[folder] ?? []), ...(folders[folder]?.notes ?? [])])
}

/**
 * Stores that aircoder writes these bytes as notes of a folder.
 * @param present  hashes of what lies there now: a rule of the first day is known after a thousand others
 * @throws the system's error
 */
export function trustNotes(
  path: string,
  folder: string,
  hashes: readonly string[],
  present: () => ReadonlySet<string> = () => new Set(),
): void {
  change(path, (file) => {
    const known = file.notes?.[folder] ?? []
    const before = new Set(known)
    const added = hashes.filter((hash) => !before.has(hash))
    if (added.length === 0) return file
    const kept = [...newest(known, added.length, present), ...added]
    return { ...file, notes: { ...file.notes, [folder]: kept } }
  })
}

/** Known hashes without the oldest of texts that are no longer there. */
function newest(
  known: readonly string[],
  added: number,
  present: () => ReadonlySet<string>,
): readonly string[] {
  const over = known.length + added - MOST_NOTES
  if (over <= 0) return known
  const now = present()
  const past = known.filter((hash) => !now.has(hash))
  const forgotten = new Set(past.slice(0, over))
  return known.filter((hash) => !forgotten.has(hash))
}

function readFile(path: string): TrustFile {
  let handle: number
  try {
    handle = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch {
    return NOTHING
  }
  try {
    const stats = fstatSync(handle)
    const isOurs = stats.uid === process.getuid?.() && (stats.mode & 0o022) === 0
    if (!stats.isFile() || !isOurs) return NOTHING
    const read = TrustFileSchema.safeParse(JSON.parse(readFileSync(handle, 'utf8')))
    return read.success ? read.data : NOTHING
  } catch {
    // Invalid JSON: nothing is trusted, and the person is asked again.
    return NOTHING
  } finally {
    closeSync(handle)
  }
}

/** Stores a folder with its notes, or removes it when hash is null. @throws the system's error */
export function writeTrusted(
  path: string,
  folder: string,
  hash: string | null,
  notes: readonly string[] = [],
): void {
  change(path, (file) => {
    const { [folder]: _before, ...others } = file.folders
    const own = { hash: hash ?? '', atMs: systemClock.now(), notes: [...notes] }
    return { ...file, folders: hash === null ? others : { ...others, [folder]: own } }
  })
}

/** Two sessions may save at once: what one adds, the other keeps. */
function change(path: string, next: (file: TrustFile) => TrustFile): void {
  makeFolders(dirname(path))
  whileLocked(path, () => {
    const file = readFile(path)
    const changed = next(file)
    if (changed !== file) write(path, changed)
  })
}

/** Written by rename, mode 0600. */
function write(path: string, file: TrustFile): void {
  // A link here is never trusted, so it gives way to a file; its target stays as it is.
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(path)
  replaceFile(path, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 })
}

import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { makeFolders, replaceFile, type Settings, systemClock } from '#core'
import { dataFolder } from '../data/ledger_path.js'

const TrustFileSchema = z.object({
  version: z.literal(1),
  /** Real path -> the hash that the person trusted, and when. */
  folders: z.record(z.string(), z.object({ hash: z.string().length(64), atMs: z.number() })),
})

/** The trusted folders, each with the hash of its trusted content. */
export type Trusted = z.infer<typeof TrustFileSchema>['folders']

/** `<data>/trust.json`. */
export function trustFilePath(settings: Pick<Settings, 'dataDir'>): string {
  return join(dataFolder(settings), 'trust.json')
}

/** Empty when the file is a link, belongs to another user, or is writable by others. */
export function readTrusted(path: string): Trusted {
  let handle: number
  try {
    handle = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch {
    return {}
  }
  try {
    const stats = fstatSync(handle)
    const isOurs = stats.uid === process.getuid?.() && (stats.mode & 0o022) === 0
    if (!stats.isFile() || !isOurs) return {}
    const read = TrustFileSchema.safeParse(JSON.parse(readFileSync(handle, 'utf8')))
    return read.success ? read.data.folders : {}
  } catch {
    // Invalid JSON: nothing is trusted, and the person is asked again.
    return {}
  } finally {
    closeSync(handle)
  }
}

/** Stores a folder, or removes it when hash is null. Written by rename, mode 0600. @throws the system's error */
export function writeTrusted(path: string, folder: string, hash: string | null): void {
  const { [folder]: _before, ...others } = readTrusted(path)
  const folders =
    hash === null ? others : { ...others, [folder]: { hash, atMs: systemClock.now() } }
  makeFolders(dirname(path))
  // A link here is never trusted, so it gives way to a file; its target stays as it is.
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(path)
  replaceFile(path, `${JSON.stringify({ version: 1, folders }, null, 2)}\n`, { mode: 0o600 })
}

import { closeSync, constants, fstatSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { replaceFile, type Settings, systemClock } from '#core'
import { dataFolder } from '../data/ledger_path.js'

const TrustFileSchema = z.object({
  version: z.literal(1),
  /** By real path: the hash of what was there when the person said y, and when that was. */
  folders: z.record(z.string(), z.object({ hash: z.string().length(64), atMs: z.number() })),
})

/** Which folders are trusted, as they were when that was said. */
export type Trusted = z.infer<typeof TrustFileSchema>['folders']

/** `<data>/trust.json`, beside what is known of models. */
export function trustFilePath(settings: Pick<Settings, 'dataDir'>): string {
  return join(dataFolder(settings), 'trust.json')
}

/** Nothing is trusted by a file that is a link, is another's, or could have been written by others. */
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
    // No JSON: whoever damaged it has taken the trust away, and it is asked again.
    return {}
  } finally {
    closeSync(handle)
  }
}

/** Notes a folder, or with a null hash forgets it. Put in place whole, for its owner only. @throws the system's error */
export function writeTrusted(path: string, folder: string, hash: string | null): void {
  const { [folder]: _before, ...others } = readTrusted(path)
  const folders =
    hash === null ? others : { ...others, [folder]: { hash, atMs: systemClock.now() } }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  replaceFile(path, `${JSON.stringify({ version: 1, folders }, null, 2)}\n`, { mode: 0o600 })
}

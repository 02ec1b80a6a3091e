import { chmodSync, chownSync, existsSync, fchownSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { AircoderError, makeFolders, replaceFile } from '#core'
import { describeIssues, describeJsonError, ProxySettingsSchema } from '#relay'

/** A user's ids, from the box's list of users; null: no such user. */
export function findUser(passwd: string, name: string): { uid: number; gid: number } | null {
  const text = existsSync(passwd) ? readFileSync(passwd, 'utf8') : ''
  const line = text.split('\n').find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid === undefined || gid === undefined ? null : { uid: Number(uid), gid: Number(gid) }
}

export interface FileWish {
  mode: number
  /** null: the user who runs this program. */
  owner: { uid: number; gid: number } | null
}

/** Writes a file as a whole or not at all, never through a symlink. */
export function writeWhole(path: string, text: string, { mode, owner }: FileWish): void {
  makeFolders(dirname(path), 0o755)
  replaceFile(path, text, {
    mode,
    prepare(handle) {
      if (owner !== null) fchownSync(handle, owner.uid, owner.gid)
    },
  })
}

/** Makes a folder if it is missing; mode and owner are corrected if they differ. */
export function makeFolder(path: string, { mode, owner }: FileWish): void {
  makeFolders(path, mode)
  chmodSync(path, mode)
  if (owner !== null) chownSync(path, owner.uid, owner.gid)
}

/**
 * The settings file as it is written; an empty object when there is none.
 * @throws AircoderError SETTINGS_INVALID: an invalid file is never overwritten
 */
export function readSettingsObject(path: string): Record<string, unknown> {
  if (!existsSync(path)) return {}
  const invalid = (reason: string) =>
    new AircoderError('SETTINGS_INVALID', { source: path, reason })
  const text = readFileSync(path, 'utf8')
  let values: unknown
  try {
    values = JSON.parse(text)
  } catch {
    throw invalid(describeJsonError(text))
  }
  const parsed = ProxySettingsSchema.partial().safeParse(values)
  if (parsed.success) return values as Record<string, unknown>
  throw invalid(describeIssues(parsed.error, ProxySettingsSchema))
}

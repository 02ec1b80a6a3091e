import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { AircoderError, makeFolders, replaceFile } from '#core'
import { refuseFolder } from '../data/refuse_folder.js'
import { userSettingsPath } from '../language/user_settings_path.js'

/** The entries of a settings file, in the order of the file. */
export type Entries = Record<string, unknown>

/**
 * The user's own settings file, before anything is asked for it.
 * @throws AircoderError SETTINGS_INVALID for a link, which is not replaced; DATA_DIR_UNUSABLE for a folder that refuses
 */
export function ownSettingsFile(): string {
  const path = userSettingsPath()
  refuseFolder(dirname(path), path, 'The settings folder')
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new AircoderError('SETTINGS_INVALID', {
      source: path,
      reason: 'it is a link, which is not replaced',
      form: 'Change the file that it leads to.',
    })
  return path
}

/** What the file holds now. The settings were loaded before, so it is valid JSON. */
export function readEntries(path: string): Entries {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}

/** Replaces the file by these entries, readable by its owner alone. An entry without a value is left out. */
export function writeEntries(path: string, entries: Entries): void {
  makeFolders(dirname(path))
  replaceFile(path, `${JSON.stringify(entries, null, 2)}\n`, { mode: 0o600 })
}

/**
 * The entries with another endpoint. The stored token stays with its own endpoint only.
 * @param token  a new one; undefined: none was given
 * @returns `kept`: what happened to the stored token; undefined: there was none, or a new one replaces it
 */
export function withEndpoint(
  { token: former, ...others }: Entries,
  given: { baseUrl: string; isSame: boolean; token: string | undefined; model?: string },
): { entries: Entries; kept: boolean | undefined } {
  const { baseUrl, isSame, model } = given
  const token = given.token ?? (isSame ? former : undefined)
  const entries = {
    ...others,
    baseUrl,
    ...(model === undefined ? {} : { model }),
    ...(token === undefined ? {} : { token }),
  }
  const kept = given.token !== undefined || former === undefined ? undefined : isSame
  return { entries, kept }
}

/** A sentence, after a space, about what `withEndpoint` did with the stored token; empty when there was none. */
export function tokenNote(kept: boolean | undefined): string {
  if (kept === undefined) return ''
  return kept
    ? ' The stored token was kept.'
    : ' The stored token was removed: it belongs to another endpoint.'
}

import { realpathSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { AircoderError } from '#core'
import type { Flags } from '../flags/flags.js'

/**
 * The folder to work in, every link resolved.
 * @param form  what to do when it is none
 * @throws AircoderError NOT_A_FOLDER
 */
export function workFolder(flags: Flags, form = formOf(flags)): string {
  let path = flags.cwd ?? '.'
  try {
    // The current folder may have been removed: then even this throws.
    path = resolve(path)
    const real = realpathSync(path)
    if (statSync(real).isDirectory()) return real
  } catch {
    // Reported below, with the path that the user gave.
  }
  throw new AircoderError('NOT_A_FOLDER', { path, form })
}

function formOf({ cwd }: Flags): string {
  return cwd === undefined
    ? 'Go to an existing folder, or pass one with --cwd.'
    : 'Pass an existing folder: --cwd DIR'
}

import { AircoderError, whyUnusable } from '#core'

/**
 * Checks that a ledger can be created at a path, before anything is started.
 * @param named  what named the folder: `--data-dir`, or the setting
 * @throws AircoderError DATA_DIR_UNUSABLE
 */
export function refuseFolder(folder: string, path: string, named: string): void {
  const reason = whyUnusable(path)
  if (reason !== null)
    throw new AircoderError('DATA_DIR_UNUSABLE', { source: named, path: folder, reason })
}

import { existsSync } from 'node:fs'
import type { Settings } from '#core'
import { type Ledger, openLedger } from '#ledger'
import { ledgerPath } from './ledger_path.js'

/** The ledger of a folder; null: nothing has run there yet. */
export function openStored(
  { cwd, settings }: { cwd: string; settings: Pick<Settings, 'dataDir'> },
  readOnly = true,
): Ledger | null {
  const path = ledgerPath(settings, cwd)
  const exists = [path, `${path}-wal`].some((file) => existsSync(file))
  return exists ? openLedger({ path, readOnly }) : null
}

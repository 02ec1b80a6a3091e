import { createHash } from 'node:crypto'
import { basename, join, resolve } from 'node:path'
import envPaths from 'env-paths'
import type { Settings } from '#core'

/** The folder of ledgers, model files and trust. */
export function dataFolder(settings: Pick<Settings, 'dataDir'>): string {
  return resolve(settings.dataDir ?? envPaths('aircoder', { suffix: '' }).data)
}

/** Where a folder's ledger is: `<data>/projects/<name>-<hash of the real path>/ledger.sqlite`. */
export function ledgerPath(settings: Settings, cwd: string): string {
  const hash = createHash('sha256').update(cwd).digest('hex').slice(0, 12)
  const name =
    basename(cwd)
      .replace(/[^\w.-]/g, '_')
      .slice(0, 40) || 'root'
  return join(dataFolder(settings), 'projects', `${name}-${hash}`, 'ledger.sqlite')
}

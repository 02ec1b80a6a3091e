import { createHash } from 'node:crypto'
import { basename, join, resolve } from 'node:path'
import envPaths from 'env-paths'
import type { Settings } from '#core'

/** Where a folder's ledger is: `<data>/projects/<name>-<hash of the real path>/ledger.sqlite`. */
export function ledgerPath(settings: Settings, cwd: string): string {
  const data = resolve(settings.dataDir ?? envPaths('aircoder', { suffix: '' }).data)
  const hash = createHash('sha256').update(cwd).digest('hex').slice(0, 12)
  const name =
    basename(cwd)
      .replace(/[^\w.-]/g, '_')
      .slice(0, 40) || 'root'
  return join(data, 'projects', `${name}-${hash}`, 'ledger.sqlite')
}

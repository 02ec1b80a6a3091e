import { createHash } from 'node:crypto'
import { homedir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import envPaths from 'env-paths'
import type { Settings } from '#core'
import { refuseFolder } from './refuse_folder.js'

/** The folder of ledgers, model files and trust. */
export function dataFolder(settings: Pick<Settings, 'dataDir'>): string {
  const { dataDir = envPaths('aircoder', { suffix: '' }).data } = settings
  // No shell expands it in a file, nor in `--data-dir=~/x`.
  return resolve(dataDir.replace(/^~(?=\/|$)/, homedir()))
}

/** Where a folder's ledger is: `<data>/projects/<name>-<hash of the real path>/ledger.sqlite`. */
export function ledgerPath(settings: Pick<Settings, 'dataDir'>, cwd: string): string {
  const hash = createHash('sha256').update(cwd).digest('hex').slice(0, 12)
  const name =
    basename(cwd)
      .replace(/[^\w.-]/g, '_')
      .slice(0, 40) || 'root'
  return join(dataFolder(settings), 'projects', `${name}-${hash}`, 'ledger.sqlite')
}

/** The same path, after a check that a ledger can be there. @throws AircoderError DATA_DIR_UNUSABLE */
export function usableLedgerPath(settings: Settings, cwd: string): string {
  const path = ledgerPath(settings, cwd)
  refuseFolder(dataFolder(settings), path, sourceOf(settings.dataDir, process.env))
  return path
}

/** What named the data folder. A flag comes before the variable, so a path that the variable has not is the flag's or a file's. */
function sourceOf(dataDir: string | undefined, env: NodeJS.ProcessEnv): string {
  if (dataDir === undefined) return 'The data folder'
  if (dataDir === env.AIRCODER_DATA_DIR) return 'AIRCODER_DATA_DIR'
  return process.argv.some((word) => word.startsWith('--data-dir')) ? '--data-dir' : 'dataDir'
}

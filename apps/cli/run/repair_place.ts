import { existsSync } from 'node:fs'
import { repairLedger } from '#ledger'
import { showControls } from '#terminal'
import { usableLedgerPath } from '../data/ledger_path.js'
import type { Flags } from '../flags/flags.js'
import { loadSettings } from '../settings/load_project.js'
import { workFolder } from '../settings/work_folder.js'

/**
 * `ledger verify --repair`: rebuilds the ledger of the folder and prints what is lost. The ledger is not opened
 * before, because a damaged one may refuse that.
 * @returns the exit code
 */
export function repairPlace(flags: Flags): number {
  const cwd = workFolder(flags)
  const path = usableLedgerPath(loadSettings(flags, cwd, process.env), cwd)
  if (![path, `${path}-wal`].some((file) => existsSync(file))) return 0
  const { kept, lost } = repairLedger(path)
  const lines =
    kept === null
      ? [`ok: ${path}`]
      : [`repaired: ${path}`, ...lost, `The damaged ledger is kept as ${kept}`]
  for (const line of lines) process.stdout.write(`${showControls(line)}\n`)
  return 0
}

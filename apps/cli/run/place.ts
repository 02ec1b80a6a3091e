import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Settings, whyUnusable } from '#core'
import { type Ledger, openLedger } from '#ledger'
import type { SandboxOptions } from '#workspace'
import { dataFolder, ledgerPath, usableLedgerPath } from '../data/ledger_path.js'
import { openStored } from '../data/stored_ledger.js'
import type { Flags } from '../flags/flags.js'
import { printLines } from '../output/in_rows.js'
import { loadSettings } from '../settings/load_project.js'
import { workFolder } from '../settings/work_folder.js'

/** What a command that needs no model works with. */
export interface Place {
  cwd: string
  settings: Settings
  ledger: Ledger
}

/**
 * Opens the ledger of the folder that the flags name.
 * @returns null when nothing has run there yet, which is printed on standard error
 */
export function openPlace(flags: Flags, env: NodeJS.ProcessEnv, readOnly = true): Place | null {
  const cwd = workFolder(flags)
  const settings = loadSettings(flags, cwd, env)
  const ledger = openStored({ cwd, settings }, readOnly)
  if (ledger !== null) return { cwd, settings, ledger }
  const path = ledgerPath(settings, cwd)
  // A command that only reads does not need a folder that can be written; a folder that a typing error names is one.
  if (settings.dataDir !== undefined && !existsSync(dataFolder(settings)))
    usableLedgerPath(settings, cwd)
  const why = whyUnusable(path)
  const next =
    why === null ? `The first task creates its ledger, ${path}` : `No task can run: ${why}`
  say(`Nothing has run in ${cwd} yet. ${next}`)
  return null
}

/** Says that there is nothing to list or to undo in this folder. */
export function sayNoTask(cwd: string): void {
  say(`No task of ${cwd} is stored.`)
}

function say(text: string): void {
  printLines(text, process.stderr)
}

/** The same folder with an empty temporary ledger. */
export function openScratch(flags: Flags, env: NodeJS.ProcessEnv): Place & { dispose(): void } {
  const cwd = workFolder(flags)
  const folder = mkdtempSync(join(tmpdir(), 'aircoder-inspect-'))
  const ledger = openLedger({ path: join(folder, 'ledger.sqlite') })
  const dispose = () => {
    ledger.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { cwd, settings: loadSettings(flags, cwd, env), ledger, dispose }
}

/** Commands get their own home folder beside the ledger, for their caches. */
export function sandboxOf(settings: Settings, ledger: string): SandboxOptions {
  const { sandbox: mode, sandboxNetwork: network } = settings
  return { mode, network, home: join(dirname(ledger), 'home') }
}

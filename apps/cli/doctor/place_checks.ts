import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { AircoderError, countNoun, describeSystemError, figure, type Settings } from '#core'
import { openLedger } from '#ledger'
import { findRipgrep, isBundledRipgrep, openWorkspace } from '#workspace'
import { dataFolder, ledgerPath } from '../data/ledger_path.js'
import { sandboxOf } from '../run/place.js'
import { resumableTasks } from '../run/take_up.js'
import { type Finding, findingsOf } from './finding.js'

/** A program that does not answer `--version` in this time counts as missing. */
const PROGRAM_MS = 5_000
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'chrome', 'msedge', 'firefox']
const MB = 1_048_576
const GB = 1_024 * MB
/** Below this a session may fill the disk: the ledger of a long task takes a few dozen MB. */
const LITTLE_BYTES = 512 * MB
const TOO_LITTLE_BYTES = 32 * MB

/** Checks of this machine: quick and read-only. */
export async function examinePlace(
  settings: Settings,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<Finding[]> {
  return [
    await checkGit(),
    await checkRipgrep(env),
    await checkSandbox(settings, cwd, env),
    checkBrowser(env),
    checkDisk(settings),
    checkLedger(settings, cwd),
  ]
}

async function checkGit(): Promise<Finding> {
  const { ok, warn } = findingsOf('git')
  try {
    const { stdout } = await promisify(execFile)('git', ['--version'], { timeout: PROGRAM_MS })
    return ok(stdout.trim())
  } catch {
    return warn('not found', 'install git')
  }
}

async function checkRipgrep(env: NodeJS.ProcessEnv): Promise<Finding> {
  const { ok, warn } = findingsOf('ripgrep')
  const path = await findRipgrep(env)
  if (path !== null) return ok((await isBundledRipgrep(path)) ? 'comes with aircoder' : path)
  return warn('not found: searches are slow', 'install ripgrep')
}

async function checkSandbox(
  settings: Settings,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<Finding> {
  const { ok, warn, fail } = findingsOf('sandbox')
  const sandbox = sandboxOf(settings, ledgerPath(settings, cwd))
  const state = await openWorkspace({ root: cwd, deny: settings.deny, env, sandbox }).sandbox()
  if (state.active) return ok(state.text)
  const fix =
    settings.sandbox === 'off'
      ? 'set `sandbox` to `auto`'
      : 'install bubblewrap, or run aircoder in a container of its own'
  return settings.sandbox === 'on' ? fail(state.text, fix) : warn(state.text, fix)
}

function checkBrowser(env: NodeJS.ProcessEnv): Finding {
  const { ok, skip } = findingsOf('browser')
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean)
  const found = BROWSERS.flatMap((name) => folders.map((folder) => join(folder, name))).find(
    existsSync,
  )
  return found === undefined ? skip('none found; only screenshots need one') : ok(found)
}

function checkDisk(settings: Settings): Finding {
  const { ok, warn, fail } = findingsOf('disk')
  const data = dataFolder(settings)
  const there = nearest(data)
  try {
    accessSync(there, constants.W_OK)
    const { bavail, bsize } = statfsSync(there)
    const free = bavail * bsize
    const text = `${free < GB ? `${figure(free / MB)} MiB` : `${figure(free / GB)} GiB`} free for ${data}`
    if (free < TOO_LITTLE_BYTES) return fail(text, 'free disk space, or pass --data-dir')
    return free < LITTLE_BYTES ? warn(text, 'free disk space soon, or pass --data-dir') : ok(text)
  } catch (error) {
    return fail(
      `${data} cannot be written: ${describeSystemError(error)}`,
      'make it writable, or pass --data-dir',
    )
  }
}

function nearest(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearest(dirname(path))
}

function checkLedger(settings: Settings, cwd: string): Finding {
  const { ok, fail } = findingsOf('ledger')
  const path = ledgerPath(settings, cwd)
  if (!existsSync(path)) return ok('none yet; the first task in this folder creates it')
  try {
    const ledger = openLedger({ path, readOnly: true })
    try {
      const tasks = ledger.tasks()
      const open = resumableTasks(ledger).length
      return ok(`${countNoun(tasks.length, 'task')}, ${open} to resume: ${path}`)
    } finally {
      ledger.close()
    }
  } catch (error) {
    if (!(error instanceof AircoderError)) throw error
    if (error.code === 'LEDGER_OLDER') return ok(`${error.message} The next task updates it.`)
    return fail(error.message, error.hint)
  }
}

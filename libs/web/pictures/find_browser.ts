import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BrowserType } from 'playwright-core'
import type { Environment } from '../environment.js'

const PACKAGE = 'playwright-core'
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

export type BrowserPlace =
  | { ok: true; chromium: BrowserType; executablePath: string }
  /** `message` is for the model and the person. */
  | { ok: false; message: string }

/** The system's Chromium, and the package that drives it: no dependency of ours, whoever wants it installs it. */
export async function findBrowser(env: Environment): Promise<BrowserPlace> {
  const executablePath = findProgram(env.PATH ?? '')
  if (executablePath === null)
    return missing('there is no Chromium on the path (apt install chromium)')
  try {
    const entry = createRequire(import.meta.url).resolve(PACKAGE)
    const { default: loaded } = await import(pathToFileURL(entry).href)
    return { ok: true, chromium: loaded.chromium, executablePath }
  } catch {
    return missing(
      `the package ${PACKAGE} is not there (npm install -g ${PACKAGE}, beside aircoder)`,
    )
  }
}

function findProgram(path: string): string | null {
  const folders = path.split(delimiter).filter(Boolean)
  return (
    NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram) ?? null
  )
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function missing(what: string): { ok: false; message: string } {
  return { ok: false, message: `No picture can be taken on this machine: ${what}.` }
}

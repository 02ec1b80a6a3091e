import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { BrowserType } from 'playwright-core'
import { findProgram } from '#workspace'

const PACKAGE = 'playwright-core'
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

export type BrowserPlace =
  | { ok: true; chromium: BrowserType; executablePath: string }
  /** `message` is for the model and the person. */
  | { ok: false; message: string }

/**
 * Finds the system's Chromium and the package that controls it. Neither is a dependency: the person installs both.
 * @param searchPath  folders separated by `:`
 */
export async function findBrowser(searchPath: string): Promise<BrowserPlace> {
  const executablePath = findChromium(searchPath)
  if (executablePath === null)
    return unavailable('there is no Chromium on the path (apt install chromium)')
  try {
    const entry = createRequire(import.meta.url).resolve(PACKAGE)
    const { default: loaded } = await import(pathToFileURL(entry).href)
    return { ok: true, chromium: loaded.chromium, executablePath }
  } catch {
    return unavailable(
      `the package ${PACKAGE} is not installed (npm install -g ${PACKAGE}, beside aircoder)`,
    )
  }
}

function findChromium(searchPath: string): string | null {
  const found = NAMES.map((name) => findProgram(name, { PATH: searchPath }))
  return found.find((path) => path !== null) ?? null
}

function unavailable(reason: string): { ok: false; message: string } {
  return { ok: false, message: `This machine cannot take pictures: ${reason}.` }
}

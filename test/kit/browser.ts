import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Locator, type Page } from 'playwright-core'
import type { Test } from 'tap'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A browser of this machine; null: it has none. */
export function findBrowser(): string | null {
  const folders = (process.env.PATH ?? '').split(':')
  const places = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return places.find((place) => existsSync(place)) ?? null
}

export interface Watched {
  page: Page
  /** Addresses of all that was asked for. */
  asked: string[]
  /** Errors of the console and of scripts; a refused token is none. */
  errors: string[]
}

/** A browser that ends with the test; each page that it opens has an empty profile of its own. */
export async function openBrowser(t: Test, executablePath: string) {
  // Chromium writes crash reports below the configuration folder, not into the profile.
  const config = mkdtempSync(join(tmpdir(), 'browser-'))
  const env = { ...process.env, XDG_CONFIG_HOME: config }
  const browser = await chromium.launch({ executablePath, headless: true, args: ARGS, env })
  t.teardown(async () => {
    await browser.close()
    rmSync(config, { recursive: true, force: true })
  })
  return { open: (url: string) => openPage(browser, url) }
}

async function openPage(browser: Browser, url: string): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  const asked: string[] = []
  const errors: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && !/status of 401/.test(text)) errors.push(text)
  })
  await page.goto(url)
  return { page, asked, errors }
}

/** Types the token in, as a person would. */
export async function signIn(page: Page, token: string): Promise<void> {
  await page.getByLabel('Token').fill(token)
  await page.getByLabel('Token').press('Enter')
}

/** What can be seen of it, as text. */
export async function textOf(place: Locator): Promise<string> {
  return (await place.allInnerTexts()).join('\n')
}

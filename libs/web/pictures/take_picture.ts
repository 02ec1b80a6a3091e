import { extname } from 'node:path'
import type { Browser, Route } from 'playwright-core'
import { LIMITS } from '#core'
import type { Workspace } from '#workspace'
import { findBrowser } from './find_browser.js'

export type PictureResult =
  | { ok: true; path: string; png: Buffer; width: number; height: number }
  /** `message` is for the model. */
  | { ok: false; message: string }

/** What a picture needs of the workspace. */
type PictureFiles = Pick<Workspace, 'resolve' | 'readBytes' | 'searchPath'>

/** The size of a usual screen, reduced to three fifths: text stays readable for a third of the tokens. */
const VIEW = { width: 1_280, height: 800 }
const SCALE = 0.6
/** Reserved by RFC 2606, so it never resolves: a request that is not answered here fails. */
const ORIGIN = 'http://page.invalid'

/** No name resolves, and every request, also to this machine, goes to a proxy that does not exist. */
const ARGS = [
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--no-first-run',
]

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.htm': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/**
 * Opens a page of the workspace in the system's Chromium and returns a screenshot. The page can load
 * files of the workspace under the same rules as a read, and has no network.
 */
export async function takePicture(
  workspace: PictureFiles,
  path: string,
  signal: AbortSignal,
): Promise<PictureResult> {
  const page = workspace.resolve(path)
  if (!page.ok) return page
  if (page.denied !== null) return fail(`${path} is protected by the deny rule ${page.denied}.`)
  if (!page.inside || page.relative.startsWith('..'))
    return fail(`${path} is outside the working folder. Copy the page into it.`)
  if (page.kind === null) return fail(`${path} does not exist.`)
  if (page.kind === 'folder') return fail(`${path} is a folder. Send the path of an HTML file.`)
  const place = await findBrowser(workspace.searchPath)
  if (!place.ok) return place
  // Chromium refuses to start its own sandbox as root.
  const args = process.getuid?.() === 0 ? [...ARGS, '--no-sandbox'] : ARGS
  const quiet = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }
  const { chromium, executablePath } = place
  const options = { executablePath, args, ...quiet, env: { PATH: workspace.searchPath } }
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(LIMITS.pictureMs)])
  let browser: Browser | undefined
  try {
    browser = await chromium.launch({ ...options, timeout: LIMITS.pictureMs })
    const opened = browser
    const png = await Promise.race([shoot(opened, workspace, page.relative), aborted(deadline)])
    if (png === null)
      return fail(
        signal.aborted ? 'Stopped by the user.' : `${path} did not finish loading in time.`,
      )
    const [width, height] = [VIEW.width * SCALE, VIEW.height * SCALE]
    return { ok: true, path: page.relative, png, width, height }
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('\n')
    return fail(`${path} could not be displayed: ${reason}`)
  } finally {
    await browser?.close()
  }
}

function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null)
    signal.addEventListener('abort', () => resolve(null), { once: true })
  })
}

async function shoot(browser: Browser, workspace: PictureFiles, relative: string): Promise<Buffer> {
  const context = await browser.newContext({
    viewport: VIEW,
    deviceScaleFactor: SCALE,
    serviceWorkers: 'block',
    acceptDownloads: false,
  })
  await context.route('**/*', (route) => answerRequest(route, workspace))
  await context.routeWebSocket(/.*/, (socket) => void socket.close())
  const page = await context.newPage()
  page.on('dialog', (dialog) => void dialog.dismiss())
  const address = relative.split('/').map(encodeURIComponent).join('/')
  await page.goto(`${ORIGIN}/${address}`, { waitUntil: 'load', timeout: LIMITS.pictureMs })
  return page.screenshot({ type: 'png', animations: 'disabled', timeout: LIMITS.pictureMs })
}

/** Answers a request with its file, or fails it. The browser may have been closed in the meantime. */
async function answerRequest(route: Route, workspace: PictureFiles): Promise<void> {
  const file = fileFor(route.request().url(), workspace)
  const done = file === null ? route.abort('failed') : route.fulfill(file)
  await done.catch(() => {})
}

/** A file of the workspace under the rules of a read; null for every other address. */
function fileFor(
  address: string,
  workspace: PictureFiles,
): { body: Buffer; contentType: string } | null {
  const path = pathIn(address)
  const found = path === null ? null : workspace.resolve(path)
  if (!found?.ok || !found.inside || found.denied !== null || found.unsure !== null) return null
  const body = readAllowed(workspace, path ?? '')
  if (body === null) return null
  const contentType = TYPES[extname(found.relative).toLowerCase()] ?? 'application/octet-stream'
  return { body, contentType }
}

function readAllowed(workspace: PictureFiles, path: string): Buffer | null {
  try {
    return workspace.readBytes(path)
  } catch {
    // Not a regular file, or too large.
    return null
  }
}

function pathIn(address: string): string | null {
  const url = new URL(address)
  if (url.origin !== ORIGIN) return null
  try {
    return decodeURIComponent(url.pathname.slice(1)) || '.'
  } catch {
    return null
  }
}

function fail(message: string): { ok: false; message: string } {
  return { ok: false, message }
}

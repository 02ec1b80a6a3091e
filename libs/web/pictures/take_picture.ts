import { extname } from 'node:path'
import type { Browser, Route } from 'playwright-core'
import { LIMITS } from '#core'
import type { Environment } from '../environment.js'
import { readWhole } from '../files.js'
import { type PathRules, resolvePath } from '../paths.js'
import type { PictureResult } from '../types.js'
import { findBrowser } from './find_browser.js'

/** A page as a person sees it, and sent at three fifths: text stays readable at a third of the tokens. */
const VIEW = { width: 1_280, height: 800 }
const SCALE = 0.6
/** Reserved for ever (RFC 2606): it leads nowhere, so whatever is not handed over here fails. */
const ORIGIN = 'http://page.invalid'

/** No name leads anywhere, and every address, this machine's too, lies behind a proxy that is not there. */
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
 * Shows a page of the workspace in the system's Chromium and gives the picture. The page gets files of
 * the workspace alone, each by the rules that hold for a read, and no network at all.
 */
export async function takePicture(
  rules: PathRules,
  env: Environment,
  path: string,
  signal: AbortSignal,
): Promise<PictureResult> {
  const page = resolvePath(rules, path)
  if (!page.ok) return page
  if (page.denied !== null) return fail(`${path} is protected by the deny rule ${page.denied}.`)
  if (!page.inside || page.relative.startsWith('..'))
    return fail(`${path} lies outside the working folder. Copy the page into it.`)
  if (page.kind === null) return fail(`${path} does not exist.`)
  if (page.kind === 'folder') return fail(`${path} is a folder. Send the path of an HTML file.`)
  const place = await findBrowser(env)
  if (!place.ok) return place
  // As root Chromium has no sandbox of its own, and refuses to start with one.
  const args = process.getuid?.() === 0 ? [...ARGS, '--no-sandbox'] : ARGS
  const quiet = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }
  const { chromium, executablePath } = place
  const options = { executablePath, args, ...quiet, env: { PATH: env.PATH ?? '' } }
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(LIMITS.pictureMs)])
  let browser: Browser | undefined
  try {
    browser = await chromium.launch({ ...options, timeout: LIMITS.pictureMs })
    const opened = browser
    const png = await Promise.race([shoot(opened, rules, page.relative), stopped(deadline)])
    if (png === null)
      return fail(signal.aborted ? 'Stopped by the user.' : `${path} did not come to rest in time.`)
    const [width, height] = [VIEW.width * SCALE, VIEW.height * SCALE]
    return { ok: true, path: page.relative, png, width, height }
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('\n')
    return fail(`${path} could not be shown: ${reason}`)
  } finally {
    await browser?.close()
  }
}

function stopped(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null)
    signal.addEventListener('abort', () => resolve(null), { once: true })
  })
}

async function shoot(browser: Browser, rules: PathRules, relative: string): Promise<Buffer> {
  const context = await browser.newContext({
    viewport: VIEW,
    deviceScaleFactor: SCALE,
    serviceWorkers: 'block',
    acceptDownloads: false,
  })
  await context.route('**/*', (route) => handOver(route, rules))
  await context.routeWebSocket(/.*/, (socket) => void socket.close())
  const page = await context.newPage()
  page.on('dialog', (dialog) => void dialog.dismiss())
  const address = relative.split('/').map(encodeURIComponent).join('/')
  await page.goto(`${ORIGIN}/${address}`, { waitUntil: 'load', timeout: LIMITS.pictureMs })
  return page.screenshot({ type: 'png', animations: 'disabled', timeout: LIMITS.pictureMs })
}

/** Hands a request its file, or ends it; a browser that was closed meanwhile asks for nothing more. */
async function handOver(route: Route, rules: PathRules): Promise<void> {
  const file = fileFor(route.request().url(), rules)
  const done = file === null ? route.abort('failed') : route.fulfill(file)
  await done.catch(() => {})
}

/** A file of the workspace by the rules of a read; null for everything else in the world. */
function fileFor(address: string, rules: PathRules): { body: Buffer; contentType: string } | null {
  const path = pathIn(address)
  const found = path === null ? null : resolvePath(rules, path)
  if (!found?.ok || !found.inside || found.denied !== null || found.unsure !== null) return null
  const file = found.exists ? readWhole(found) : null
  if (!file?.ok) return null
  const type = TYPES[extname(found.relative).toLowerCase()] ?? 'application/octet-stream'
  return { body: file.bytes, contentType: type }
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

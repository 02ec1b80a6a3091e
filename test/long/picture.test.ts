import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { takePicture } from '#web'
import { openWorkspace } from '#workspace'
import { findBrowser } from '../kit/browser.js'
import { openSite, page } from '../kit/web_site.js'

const LIVE = new AbortController().signal
const options = findBrowser() === null ? { skip: 'no chromium here' } : {}
/** An argument that only browser processes of this program have. */
const OURS = '--proxy-server=http://127.0.0.1:9'

function browsersOfOurs(): string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.filter((pid) => {
    try {
      // The suite may take pictures in another tree meanwhile.
      const isOfThisTree = readlinkSync(`/proc/${pid}/cwd`) === process.cwd()
      return isOfThisTree && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(OURS)
    } catch {
      return false
    }
  })
}

/** The parts of a browser end a moment after it, on a busy machine later. */
async function noneIsLeft(t: Test): Promise<void> {
  while (browsersOfOurs().length > 0) await pause(20)
  t.pass('no process is left')
}

function open(t: Test, files: Record<string, string | Record<string, string>>) {
  return openWorkspace({ root: t.testdir(files), deny: ['.env', '*.pem'], env: process.env })
}

/** The colour in the middle of the picture: `r,g,b`. */
async function colourOf(png: Buffer): Promise<string> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels
  return [...data.subarray(at, at + 3)].join(',')
}

t.test(
  'row 180: takes a small picture of a page with its files and leaves no process running',
  options,
  async (t) => {
    const workspace = open(t, {
      css: { 'style.css': 'body { background: rgb(0, 128, 0) }' },
      site: { 'in dex.html': '<link rel="stylesheet" href="../css/style.css"><h1>Hello</h1>' },
    })
    const taken = await takePicture(workspace, 'site/in dex.html', LIVE)
    if (!taken.ok) return t.fail(taken.message)
    const { width, height, format } = await sharp(taken.png).metadata()
    t.match({ width, height, format }, { width: 768, height: 480, format: 'png' })
    t.match(taken, { path: 'site/in dex.html', width: 768, height: 480 })
    t.equal(await colourOf(taken.png), '0,128,0')
    await noneIsLeft(t)
  },
)

t.test(
  'row 180: a page has no network and loads only files that a read may open',
  options,
  async (t) => {
    const site = await openSite(t, (_request, response) => {
      response.setHeader('access-control-allow-origin', '*')
      page(response, 'secret')
    })
    const html = `<body style="background: rgb(0, 0, 255)"><script>
    const red = () => { document.body.style.background = 'rgb(255, 0, 0)' }
    const tries = ['/.env', '../../.env', '%2e%2e/.env', '/key.pem', '/link', '/../../../etc/passwd', 'file:///etc/passwd',
      '${site.origin}/x', 'http://localhost:${site.host.split(':')[1]}/', 'https://example.org/']
    for (const url of tries) fetch(url).then((r) => r.ok && red(), () => {})
    const socket = new WebSocket('ws://${site.host}/')
    socket.onmessage = red
    for (const url of tries) { const i = new Image(); i.onload = red; i.src = url }
    fetch('/open.txt').then((r) => r.ok && (document.title = 'read'))
  </script><iframe src="file:///etc/passwd"></iframe><img src="${site.origin}/pixel">`
    const workspace = open(t, {
      '.env': 'SECRET',
      'key.pem': 'SECRET',
      'open.txt': 'open',
      a: { b: html },
      'page.html': html,
    })
    const taken = await takePicture(workspace, 'page.html', LIVE)
    if (!taken.ok) return t.fail(taken.message)
    t.equal(await colourOf(taken.png), '0,0,255')
    t.same(site.requests, [])
  },
)

t.test('row 180: a page that never ends is stopped with its browser', options, async (t) => {
  const workspace = open(t, { 'slow.html': '<script>for (;;) {}</script>' })
  const abort = new AbortController()
  setTimeout(() => abort.abort(), 3_000)
  t.match(await takePicture(workspace, 'slow.html', abort.signal), {
    ok: false,
    message: /Stopped by the user/,
  })
  await noneIsLeft(t)
})

import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { driveSession } from './drive_session.mjs'
import { gateRequests } from './gate_requests.mjs'
import { screenSvg } from './screen_svg.mjs'
import { startProxy } from './start_proxy.mjs'

// Usage: node scripts/pictures/draw.mjs [FOLDER]; build first. Draws the pictures of the README: a real session with the
// built program on the project of the demo, whose replies are recorded.

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const DIST = join(ROOT, 'dist')
const TO = process.argv[2] ?? join(ROOT, 'docs/pictures')
/** The greeting names it: the same on every machine. */
const PROJECT = '/tmp/tokenbox'
const SIZE = { columns: 92, rows: 26 }
const TASK =
  'Some users get a 401 although their token is fresh. Find the bug, fix it, make the tests pass.'
const CTRL_D = '\x04'
const CTRL_T = '\x14'
const CTRL_C = '\x03'

mkdirSync(TO, { recursive: true })
mkdirSync(PROJECT)
const folder = mkdtempSync('/tmp/aircoder-pictures-')
const proxy = await startProxy(DIST, folder)
const gate = await gateRequests(proxy.url)
try {
  cpSync(join(DIST, 'demo/project'), PROJECT, { recursive: true })
  await drawAll()
} finally {
  gate.close()
  await proxy.stop()
  for (const used of [PROJECT, folder]) rmSync(used, { recursive: true, force: true })
}

async function drawAll() {
  const session = driveSession(
    process.execPath,
    [
      join(DIST, 'aircoder.js'),
      '--base-url',
      gate.url,
      '-m',
      'scripted',
      '--allow',
      'run_command:npm test',
    ],
    {
      cwd: PROJECT,
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        TERM: 'xterm-256color',
        LANG: 'C.UTF-8',
        AIRCODER_DATA_DIR: join(folder, 'data'),
      },
      ...SIZE,
    },
  )
  const draw = (name, title) => {
    const svg = screenSvg(session.terminal, title)
    writeFileSync(join(TO, `${name}.svg`), svg)
    console.log(`${name}.svg: ${svg.length} bytes\n${session.text()}\n`)
  }
  try {
    await session.until(/default: asks/)
    session.press('/re')
    await session.until(/\/rewind/)
    draw('prompt', 'The prompt of a session with a list of commands that begin with /re')
    session.press(CTRL_C)
    // Before the edit.
    gate.holdAt(7)
    session.press(`${TASK}\r`)
    await session.until(/reading the prompt 2 s/)
    session.press(CTRL_T)
    await session.until(/Plan/)
    draw(
      'run',
      'A running task: calls with their results, the plan, what is waited for, the status bar',
    )
    session.press(CTRL_T)
    gate.release()
    await session.until(/allow\?/)
    draw('diff', 'The question before an edit, with the changed words marked')
    session.press('y\r')
    await session.until(/proven/)
    draw('answer', 'The answer of a proven task')
    session.press(CTRL_D)
    await session.ended
  } finally {
    session.end()
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { serveReplies } from '../kit/fake_endpoint.js'
import { act } from '../kit/loop.js'
import { openProgram, PROGRAM } from '../kit/program.js'
import { findPython, PTY } from '../kit/pty.js'

const python = findPython()
const options = python === null ? { skip: 'no python3 with its pty module here' } : {}
const PATHS = ['a.txt', 'b.txt', 'c.txt']

t.test('row 157: the question names all files of the turn, and undo does', options, async (t) => {
  const box = openProgram(t, Object.fromEntries(PATHS.map((path) => [path, 'one\n'])))
  const edits = PATHS.map((path): [string, Record<string, unknown>] => [
    'patch_file',
    { path, old_str: 'one', new_str: 'two' },
  ])
  const ended = act(['resolve', { cites: ['e1', 'e2', 'e3'], summary: 'all say two' }])
  const endpoint = await serveReplies([act(...edits), ended])
  const folder = mkdtempSync(join(tmpdir(), 'aircoder-pty-'))
  const helper = join(folder, 'pty_helper.py')
  writeFileSync(helper, PTY)
  const { PATH = '' } = process.env
  const own = { AIRCODER_DATA_DIR: box.data, AIRCODER_READ_BEFORE_EDIT: 'off' }
  const env = { PATH, HOME: box.home, NO_COLOR: '1', TERM: 'xterm', ...own }
  const args = ['--base-url', endpoint.baseUrl, '-m', 'fake']
  const command = [helper, process.execPath, PROGRAM, ...args]
  const child = spawn(python ?? '', command, { cwd: box.cwd, env })
  t.teardown(async () => {
    if (child.exitCode === null) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
    await endpoint.close()
  })
  let screen = ''
  let [answered, asked, left] = [0, false, false]
  child.stdout.on('data', (chunk) => {
    screen += chunk
    const questions = screen.split('allow? y = once').length - 1
    for (; answered < questions; answered += 1) child.stdin.write('y\r')
    if (!asked && /\/help[\s\S]*> /.test(screen)) {
      asked = true
      child.stdin.write('say two\r')
    }
    if (!left && answered === 3 && /all say two/.test(screen)) {
      left = true
      child.stdin.write('/exit\r')
    }
  })
  await once(child, 'close')
  t.match(screen, /this turn changes 3 files: a\.txt, b\.txt, c\.txt\r?\n--- a\/a\.txt/)
  t.equal(answered, 3)
  const dry = await box.run(['undo', '--dry-run'])
  t.match(
    dry.stdout,
    /The turn changed 3 files: a\.txt, b\.txt, c\.txt\. Undo of the turn puts all/,
  )
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { LIMITS } from '#core'
import { serveReplies } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { openProgram, PROGRAM } from '../kit/program.js'

t.test('a command that only prints ends silently when its reader closes', async (t) => {
  const box = openProgram(t)
  const { child, ended } = box.start(['--help'])
  child.stdout?.destroy()
  const { code, stderr } = await ended
  t.equal(code, 141)
  t.equal(stderr, '')
})

t.test('an output on a full disk is one error line, and no success', async (t) => {
  const full = openSync('/dev/full', 'w')
  t.teardown(() => closeSync(full))
  const box = openProgram(t)
  for (const words of [['--help'], ['memory', 'list']]) {
    const child = spawn(process.execPath, [PROGRAM, ...words], {
      cwd: box.cwd,
      env: box.env(),
      stdio: ['ignore', full, 'pipe'],
    })
    let said = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    const [code] = await once(child, 'close')
    t.equal(said, 'error: The output cannot be written: the disk is full.\n', words.join(' '))
    t.equal(code, 1)
  }
})

t.test(
  'a run whose events cannot be written says that, and is not interrupted by the user',
  async (t) => {
    const endpoint = await serveReplies([say('It is a project.')])
    t.teardown(() => endpoint.close())
    const full = openSync('/dev/full', 'w')
    t.teardown(() => closeSync(full))
    const box = openProgram(t, { 'a.txt': 'one\n' })
    const words = ['-p', 'what is this?', '--output-format', 'stream-json']
    const at = ['--base-url', endpoint.baseUrl, '-m', 'fake']
    const child = spawn(process.execPath, [PROGRAM, ...words, ...at], {
      cwd: box.cwd,
      env: box.env(),
      stdio: ['ignore', full, 'pipe'],
    })
    let said = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    const [code] = await once(child, 'close')
    t.match(said, 'error: The output cannot be written: the disk is full.\n')
    t.notMatch(said, 'interrupted by the user')
    t.not(code, 0)
  },
)

t.test('a slow reader gets all of a long output', async (t) => {
  const box = openProgram(t)
  const deny = Array.from({ length: 20_000 }, (_, at) => `folder/of/some/file-${at}`)
  const folder = join(box.home, '.config/aircoder')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ deny }))
  // The limit of a program that is over, in milliseconds: one instead of thousands.
  const hurry = `const wait = setTimeout; globalThis.setTimeout = (run, ms, ...more) => wait(run, ms === ${LIMITS.leaveMs} ? 1 : ms, ...more)`
  const words = ['--import', `data:text/javascript,${encodeURIComponent(hurry)}`, PROGRAM]
  const child = spawn(process.execPath, [...words, 'config', 'get', 'deny'], {
    cwd: box.cwd,
    env: box.env(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Nobody reads, so the program can only end by leaving its output behind.
  await Promise.race([once(child, 'exit'), pause(1_500)])
  const parts: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => parts.push(part))
  await once(child, 'close')
  t.match(Buffer.concat(parts).toString(), deny.at(-1))
})

t.test('the proxy ends silently too', async (t) => {
  const program = fileURLToPath(new URL('../../dist/aircoder-proxy.js', import.meta.url))
  const child = spawn(process.execPath, [program, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.destroy()
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const [code] = await once(child, 'close')
  t.equal(said, '')
  t.ok(code === 0 || code === 141, String(code))
})

t.test('a run stops as on Ctrl+C when its reader closes, and can be resumed', async (t) => {
  const endpoint = await serveReplies([
    act(['list_dir', { path: '.' }]),
    act(['run_command', { command: 'sleep 60' }]),
    say('Done.'),
  ])
  t.teardown(() => endpoint.close())
  const box = openProgram(t, { 'a.txt': 'one\n' })
  const at = ['--base-url', endpoint.baseUrl, '-m', 'fake', '--permission-mode', 'yolo']
  const { child, ended } = box.start([
    'run',
    'look around',
    '--output-format',
    'stream-json',
    ...at,
  ])
  if (child.stdout === null) throw new Error('no output to close')
  await once(child.stdout, 'data')
  child.stdout.destroy()
  const { code, signal, stderr } = await ended
  t.same([code, signal], [130, null], stderr)
  t.match(stderr, /^stopped: nobody reads its output; every committed step is kept/m)
  t.notMatch(stderr, /EPIPE|node:/)
  const shown = await box.run(['ledger', 'tasks'])
  t.match(shown.stdout, /look around/)
})

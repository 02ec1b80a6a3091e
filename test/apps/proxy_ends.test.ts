import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import t from 'tap'
import { chunk, DONE, startEndpoint } from '../kit/fake_endpoint.js'
import { openProxyBox, startCountedEngine } from '../kit/proxy_process.js'
import { findPython } from '../kit/pty.js'
import { chatOf, until } from '../kit/relay.js'

const PROGRAM = join(process.cwd(), 'dist/aircoder-proxy.js')

function post(url: string, body: object): Promise<Response> {
  return fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

const hasFull = existsSync('/dev/full')
t.test(
  'a log that cannot be written stops neither serving nor the end',
  { skip: !hasFull },
  async (t) => {
    const { flags } = await startCountedEngine(t, 'counts')
    for (const asks of [0, 100]) {
      const line = 'exec "$0" "$@" 2>/dev/full'
      const args = [PROGRAM, 'serve', '--port', '0', '--insecure-loopback', ...flags]
      const child = spawn('sh', ['-c', line, process.execPath, ...args], {
        env: {
          PATH: process.env.PATH ?? '',
          HOME: t.testdir(),
          AIRCODER_PROXY_STATE_DIR: t.testdirName,
        },
      })
      t.teardown(() => child.kill('SIGKILL'))
      let out = ''
      child.stdout.on('data', (bytes) => {
        out += bytes
      })
      const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
      await until(() => out.includes('\n') || child.exitCode !== null)
      const url = /http:\S+/.exec(out)?.[0] ?? ''
      for (let at = 0; at < asks; at += 1) {
        const answer = await post(url, chatOf('fake'))
        t.equal(answer.status, 200)
        await answer.text()
      }
      if (asks > 0) await new Promise((done) => setTimeout(done, 250))
      child.kill('SIGTERM')
      t.equal(await ended, 0, `after ${asks} requests`)
    }
  },
)

/** Closes the terminal of a program when its own input ends, then ends the program. */
const LOSE = `import os, pty, subprocess, sys
master, slave = pty.openpty()
child = subprocess.Popen(sys.argv[1:], stdin=slave)
os.close(slave)
sys.stdin.read()
os.close(master)
child.terminate()
try: print('exit code', child.wait(20))
except subprocess.TimeoutExpired: child.kill(); print('does not end')
`
const python = findPython()
t.test(
  'serve ends at SIGTERM when its terminal is lost',
  { skip: python === null && 'no python3 with its pty module here' },
  async (t) => {
    const { flags } = await startCountedEngine(t, 'counts')
    const args = [PROGRAM, 'serve', '--port', '0', '--insecure-loopback', ...flags]
    const home = t.testdir()
    const env = { PATH: process.env.PATH ?? '', HOME: home, AIRCODER_PROXY_STATE_DIR: home }
    const child = spawn(python ?? '', ['-c', LOSE, process.execPath, ...args], { env })
    t.teardown(() => child.kill('SIGKILL'))
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes) => {
        said += bytes
      })
    const ended = new Promise((resolve) => child.on('close', resolve))
    await until(() => said.includes('listening') || child.exitCode !== null)
    child.stdin.end()
    await ended
    t.match(said, /^exit code 0$/m)
  },
)

t.test('a reload to a longer drain holds', async (t) => {
  const box = openProxyBox(t)
  const engine = await startEndpoint(() => ({
    body: [chunk({ content: 'x' }), { waitMs: 6_500 }, chunk({}, 'stop'), DONE],
  }))
  t.teardown(() => engine.close())
  const config = join(t.testdir(), 'proxy.json')
  const write = (drainMs: number) =>
    writeFileSync(
      config,
      JSON.stringify({
        insecureLoopback: true,
        engine: 'openai',
        engineUrl: engine.origin,
        drainMs,
      }),
    )
  write(100)
  const { url, child, said, ended } = await box.serve(['--config', config])
  const answer = await post(url, chatOf('fake', { stream: true }))
  write(20_000)
  child.kill('SIGHUP')
  await until(() => said.err.includes('settings reloaded'))
  child.kill('SIGTERM')
  t.match(
    await answer.text(),
    /"finish_reason":"stop".*\[DONE\]\n\n$/s,
    'beyond the drain of the start',
  )
  t.equal((await ended).code, 0)
})

t.test('who still sends when the proxy begins to end is refused, and not cut', async (t) => {
  const box = openProxyBox(t)
  const engine = await startEndpoint(() => ({ body: [chunk({ content: 'x' })], end: 'hang' }))
  t.teardown(() => engine.close())
  const { url, child, said, ended } = await box.serve([
    '--insecure-loopback',
    '--engine',
    'openai',
    '--engine-url',
    engine.origin,
    '--drain-ms',
    '2000',
  ])
  // One that runs keeps the drain going.
  const running = await post(url, chatOf('fake', { stream: true }))
  const body = JSON.stringify(chatOf('fake'))
  const upload = request(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': body.length,
      // The server answers `continue` as soon as it has read these lines.
      expect: '100-continue',
    },
  })
  const begun = once(upload, 'continue')
  const status = new Promise<number | undefined>((resolve, reject) => {
    upload.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', reject)
  })
  upload.write(body.slice(0, 20))
  await begun
  child.kill('SIGTERM')
  await until(() => said.err.includes('draining'))
  upload.end(body.slice(20))
  t.equal(await status, 503)
  t.equal(engine.asks.length, 1, 'it never reached the engine')
  await running.text()
  t.equal((await ended).code, 0)
})

import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { chunk, DONE, startEndpoint, stream } from '../kit/fake_endpoint.js'
import { badFiles } from '../kit/image_bombs.js'
import { noise, plainPng, userSays } from '../kit/images.js'
import { chatOf, until } from '../kit/relay.js'

const PROGRAM = join(process.cwd(), 'dist/aircoder-proxy.js')
const LINUX = process.platform === 'linux'
/** With two pictures at work, as docs/design/proxy.md#gates has it. */
const MOST_RSS_MIB = 300

/** The built program before an engine that takes everything. */
async function serve(t: Test, env: Record<string, string> = {}) {
  const engine = await startEndpoint(() => stream(chunk({ content: 'x' }), chunk({}, 'stop'), DONE))
  const home = mkdtempSync(join(tmpdir(), 'aircoder-images-'))
  const args = ['serve', '--port', '0', '--insecure-loopback', '--engine', 'openai']
  const child = spawn(process.execPath, [PROGRAM, ...args, '--engine-url', engine.origin], {
    env: { PATH: process.env.PATH ?? '', HOME: home, AIRCODER_PROXY_STATE_DIR: home, ...env },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes) => {
      said += bytes
    })
  const ended = new Promise((resolve) => child.on('close', resolve))
  t.teardown(async () => {
    child.kill('SIGKILL')
    await ended
    await engine.close()
    rmSync(home, { recursive: true, force: true })
  })
  await until(() => / on (http:\S+)/.test(said) || child.exitCode !== null)
  const url = / on (http:\S+)/.exec(said)?.[1] ?? ''
  const post = async (body: object) => {
    const answer = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    await answer.text()
    return answer
  }
  const proc = (file: string) => readFileSync(`/proc/${child.pid}/${file}`, 'utf8')
  return { engine, post, proc, said: () => said }
}

t.test('a proxy without images never loads what decodes them', { skip: !LINUX }, async (t) => {
  const { post, proc } = await serve(t)
  t.equal((await post(chatOf('fake'))).status, 200)
  t.equal((await post({ model: 'fake', messages: [userSays('text', 'parts')] })).status, 200)
  t.notMatch(proc('maps'), /vips|sharp/)
  const seen = await post({ model: 'fake', messages: [userSays(await plainPng(9, 9, 'red'))] })
  t.equal(seen.status, 200)
  t.match(seen.headers.get('x-aircoder-images'), /^1 \d+->\d+$/)
  t.match(proc('maps'), /vips/)
})

t.test(
  'bombs beside large pictures: the process stays small and tells nobody’s picture',
  async (t) => {
    const { post, proc, said } = await serve(t, { AIRCODER_PROXY_LOG_LEVEL: 'debug' })
    const files = (await badFiles()).map(({ bytes }) => bytes)
    // About 4 MiB each.
    for (const seed of [1, 2, 3]) files.push(await noise(1_300, 1_000, 'png', seed))
    let next = 0
    const statuses = new Set<number>()
    const client = async () => {
      while (next < files.length) {
        const bytes = files[next++] ?? Buffer.alloc(0)
        statuses.add((await post({ model: 'fake', messages: [userSays(bytes)] })).status)
      }
    }
    await Promise.all(Array.from({ length: 4 }, client))
    t.same([...statuses].sort(), [200, 400])
    t.notMatch(said(), /base64|"bug"|iVBOR|canary/)
    if (!LINUX) return
    const peak = Number(/^VmHWM:\s+(\d+) kB$/m.exec(proc('status'))?.[1]) / 1_024
    t.ok(peak < MOST_RSS_MIB, `${Math.round(peak)} MiB at most`)
  },
)

import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ggufFile, QWEN3_8B } from '../kit/gguf.js'
import { startOllamaBox } from '../kit/ollama_box.js'
import { until } from '../kit/relay.js'
import { openWarm } from '../kit/warm_program.js'

const PROGRAM = join(process.cwd(), 'dist/aircoder-proxy.js')

interface Ran {
  code: number | null
  out: string
  err: string
}

const env = { PATH: process.env.PATH ?? '', HOME: '/nowhere' }
const warm = openWarm(PROGRAM)

function start(args: string[]) {
  const child = spawn(process.execPath, [PROGRAM, ...args], { env })
  const ran: Ran = { code: null, out: '', err: '' }
  child.stdout.on('data', (bytes) => {
    ran.out += bytes
  })
  child.stderr.on('data', (bytes) => {
    ran.err += bytes
  })
  const ended = new Promise<Ran>((resolve) =>
    child.on('close', (code) => resolve(Object.assign(ran, { code }))),
  )
  return { child, ran, ended }
}

async function run(...args: string[]): Promise<Ran> {
  const { code, stdout, stderr } = await warm({ args, env, cwd: process.cwd(), input: '' })
  return { code, out: stdout, err: stderr }
}

t.test('plan: a file, as a picture and as JSON; what is no model ends with code 2', async (t) => {
  const folder = t.testdir({ 'page.gguf': '<!doctype html><p>this is a web page, no model</p>' })
  const path = join(folder, 'm.gguf')
  writeFileSync(path, ggufFile(QWEN3_8B))
  const [text, json, page, none, size, kv] = await Promise.all([
    run('plan', '--gguf', path, '--vram', '24G'),
    run('plan', '--gguf', path, '--vram', '24G', '--kv', 'q8_0', '--slots', '2', '--json'),
    run('plan', '--gguf', join(folder, 'page.gguf')),
    run('plan'),
    run('plan', '--gguf', path, '--vram', 'big'),
    run('plan', '--gguf', path, '--kv', 'q2'),
  ])
  t.equal(text?.code, 0)
  t.match(text?.out, /One bar a window/)
  t.match(JSON.parse(json?.out ?? ''), {
    card: { bytes: 24 * 1_073_741_824 },
    chosen: { kv_type: 'q8_0', slots: 2, fits: true },
  })
  for (const ran of [page, none, size, kv]) {
    t.equal(ran?.code, 2, ran?.err)
    t.match(ran?.err, /^error: .*\nhint: /s)
    t.notMatch(ran?.err, /\n\s+at /)
  }
})

t.test(
  'row 258: bake creates the model, proves its window, and refuses what cannot work',
  async (t) => {
    const engine = await startOllamaBox({ 'qwen3:8b': { file: '/blobs/a' } })
    t.teardown(() => engine.close())
    const folder = t.testdir({
      Modelfile: 'FROM qwen3:8b\nPARAMETER num_ctx 16384\nPARAMETER temperature 0.2\n',
    })
    const own = ['--engine-url', engine.origin, '--file', join(folder, 'Modelfile')]
    const dry = await run('bake', ...own, '--dry-run')
    t.match(dry.out, 'would     qwen3:8b-16k: 16,384 tokens, from qwen3:8b')
    t.notOk(engine.models.has('qwen3:8b-16k'))

    const baked = await run('bake', ...own)
    t.equal(baked.code, 0, baked.err)
    t.match(baked.out, /proved +a prompt of 16,\d{3} tokens was refused with both numbers/)
    const [create] = engine.asks.filter(({ path }) => path === '/api/create')
    t.same(JSON.parse(create?.body ?? ''), {
      model: 'qwen3:8b-16k',
      from: 'qwen3:8b',
      parameters: { num_ctx: 16_384, temperature: 0.2 },
      stream: false,
    })
    t.match(
      (await run('bake', ...own)).out,
      /^there +qwen3:8b-16k/m,
      'a second time it only proves',
    )

    const batch = await run('bake', ...own, '--batch', '256')
    t.match(batch.out, /^baked +qwen3:8b-16k/m, 'what else is baked counts, too')
    t.equal(engine.models.get('qwen3:8b-16k')?.parameters?.num_batch, 256)

    const wrong: [string[], RegExp][] = [
      [['--window', '8192'], /qwen3:8b-16k has a window of 16,384 on the same file/],
      [['--window', '65536'], /was trained for 40,960 tokens/],
      [['--window', '512'], /no window of 1,024 tokens or more/],
      [['--from', 'absent'], /has no model absent[\s\S]*ollama pull absent/],
      [['--name', 'qwen3:8b'], /replace its own base model/],
    ]
    for (const [args, message] of wrong) {
      const ran = await run('bake', ...own, ...args)
      t.equal(ran.code, 1, args.join(' '))
      t.match(ran.err, message)
    }
    const creates = engine.asks.filter(({ path }) => path === '/api/create')
    t.equal(creates.length, 2, 'nothing was created that was refused')
  },
)

t.test('bake hands a GGUF file over, and does not trust an engine that cuts', async (t) => {
  const engine = await startOllamaBox({}, { silent: true })
  t.teardown(() => engine.close())
  const folder = t.testdir({ Modelfile: 'FROM ./My.gguf\nPARAMETER num_ctx 8192\n' })
  writeFileSync(join(folder, 'My.gguf'), ggufFile(QWEN3_8B))
  const ran = await run('bake', '--engine-url', engine.origin, '--file', join(folder, 'Modelfile'))
  t.equal(ran.code, 1)
  t.match(ran.err, /my:8k was not baked: the engine accepted 8,704 tokens with a window of 8,192/)
  const blobs = engine.asks.filter(({ path }) => path.startsWith('/api/blobs/sha256:'))
  t.same(
    blobs.map(({ method }) => method),
    ['HEAD', 'POST'],
  )
  const own = ['--engine-url', engine.origin, '--file', join(folder, 'Modelfile')]
  const second = await run('bake', ...own, '--window', '4096')
  t.match(second.err, /my:8k has a window of 8,192 on the same file/)
  t.match((await run('bake', ...own, '--window', '99999')).err, /was trained for 40,960/)
})

t.test('setup in a folder, then serve by what it wrote, then doctor', async (t) => {
  const engine = await startOllamaBox({ 'qwen3:8b': { file: '/blobs/a' } })
  t.teardown(() => engine.close())
  const root = t.testdir()
  const own = ['setup', '--root', root, '--engine-url', engine.origin, '--person', 'ada']
  const dry = await run(...own, '--dry-run')
  t.equal(dry.code, 0, dry.err)
  t.match(dry.out, /^would +unit/m)
  t.notMatch(dry.out, /systemctl (?:daemon|enable)/, 'systemd knows no trial folder')
  t.equal(engine.models.size, 1)

  const made = await run(...own)
  t.equal(made.code, 0, made.err)
  const way = `aircoder-proxy serve --config ${join(root, 'etc/aircoder/proxy.json')}`
  t.equal(made.out.trimEnd().split('\n').at(-1)?.replaceAll("'", ''), way)
  const token = /^ac_\S+$/m.exec(made.out)?.[0] ?? ''
  t.not(token, '')
  const again = await run(...own)
  t.equal(again.code, 0)
  t.notMatch(again.out, /^ac_|^done|^would/m, 'a second time nothing is left to do')

  const config = join(root, 'etc/aircoder/proxy.json')
  t.notMatch(readFileSync(config, 'utf8'), token)
  const served = start(['serve', '--config', config, '--port', '0'])
  t.teardown(async () => {
    served.child.kill('SIGKILL')
    await served.ended
  })
  await until(() => served.ran.out.includes('\n') || served.child.exitCode !== null)
  const url = /listening on (\S+)/.exec(served.ran.out)?.[1]
  t.ok(url, served.ran.err)
  const models = await fetch(`${url}/v1/models`, { headers: { authorization: `Bearer ${token}` } })
  t.match(await models.json(), { data: [{ id: 'qwen3:8b-32k', context_window: 32_768 }] })
  t.equal((await fetch(`${url}/v1/models`)).status, 401)

  const doctor = ['doctor', '--root', root]
  const [well, json, ill] = await Promise.all([
    run(...doctor),
    run(...doctor, '--json'),
    run(...doctor, '--engine-url', 'http://127.0.0.1:1', '--json'),
  ])
  t.equal(well?.code, 0, well?.out)
  t.match(well?.out, /^ok +window +qwen3:8b-32k: 32,768 tokens a slot, proved/m)
  t.match(JSON.parse(json?.out ?? ''), { ok: true, counts: { fail: 0 } })
  t.equal(ill?.code, 1)
  t.match(JSON.parse(ill?.out ?? '').findings[0], { check: 'engine', status: 'fail' })
})

t.test('setup ends with code 1 and no last line where a step failed', async (t) => {
  const ran = await run('setup', '--root', t.testdir(), '--engine-url', 'http://127.0.0.1:1')
  t.equal(ran.code, 1)
  t.match(ran.out, /^failed model +No engine answers/m)
  t.notMatch(ran.out, /systemctl enable|serve --config/)
  t.match(ran.out, /completed steps are skipped/)
  const args = ['--dry-run', '--root', t.testdir(), '--engine-url', 'http://127.0.0.1:1']
  t.match((await run('setup', ...args)).out, /^Nothing was changed\. .* would fail now/m)
})

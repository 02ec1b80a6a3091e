import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { resolveProxySettings } from '#relay'
import { readSettingsOfRoot } from '../../apps/proxy/input/settings_of_root.js'
import type { Box, Finding } from '../../libs/box/doctor/checks/finding.js'
import { examine, findingText, tally } from '../../libs/box/doctor/doctor.js'
import { placesUnder } from '../../libs/box/system/places.js'
import { type BoxModel, type BoxOptions, startOllamaBox } from '../kit/ollama_box.js'

const BAKED: Record<string, BoxModel> = {
  'qwen3:8b': { file: '/blobs/a' },
  'qwen3:8b-32k': { file: '/blobs/a', window: 32_768 },
}
const UNIT = '[Service]\nExecStart=/bin/true\n'
const TOKEN = { name: 'ada', sha256: 'a'.repeat(64) }

interface Process {
  parent: number
  args: string[]
  env?: string
}

/** A /proc with these processes, and sockets that listen: `0.0.0.0` or `127.0.0.1` by port. */
function procFolder(
  t: Test,
  processes: Record<number, Process>,
  listens: Record<number, string> = {},
): string {
  const folder = mkdtempSync(join(tmpdir(), 'proc-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'net'))
  for (const [pid, { parent, args, env = '' }] of Object.entries(processes)) {
    mkdirSync(join(folder, pid))
    writeFileSync(join(folder, pid, 'status'), `Name:\tx\nPPid:\t${parent}\nVmRSS:\t 2097152 kB\n`)
    writeFileSync(join(folder, pid, 'cmdline'), args.map((arg) => `${arg}\0`).join(''))
    writeFileSync(join(folder, pid, 'environ'), env)
  }
  const rows = Object.entries(listens).map(([port, address]) => {
    const local = address === '0.0.0.0' ? '00000000' : '0100007F'
    const hex = Number(port).toString(16).toUpperCase().padStart(4, '0')
    return `   0: ${local}:${hex} 00000000:0000 0A 00000000:00000000 00:00000000 00000000  0`
  })
  writeFileSync(
    join(folder, 'net/tcp'),
    `  sl  local_address rem_address   st\n${rows.join('\n')}\n`,
  )
  return folder
}

function runner(parent: number, rest: string[] = []): Process {
  return {
    parent,
    args: ['/usr/lib/ollama/llama-server', '--model', '/blobs/a', '--offline', ...rest],
  }
}

/** A box with everything in order, but for what a test changes. */
function boxOf(t: Test, settings: Record<string, unknown>, rest: Partial<Box> = {}): Box {
  const root = t.testdir({
    etc: {
      systemd: { system: { 'aircoder-proxy.service': UNIT } },
      aircoder: { 'proxy.json': '{}' },
    },
    var: { lib: { 'aircoder-proxy': {} } },
  })
  const places = placesUnder(root)
  chmodSync(places.config, 0o600)
  return {
    settings: resolveProxySettings([
      { source: 'test', values: { tokens: [TOKEN], stateDir: places.state, ...settings } },
    ]),
    configFile: places.config,
    places,
    proc: join(root, 'no-proc'),
    run: async () => ({ code: 0, output: 'active\n' }),
    nowMs: () => Date.now(),
    unit: UNIT,
    load: false,
    ...rest,
  }
}

async function ollama(t: Test, models: Record<string, BoxModel>, options: BoxOptions = {}) {
  const box = await startOllamaBox(models, options)
  t.teardown(() => box.close())
  return box
}

/** What a check found, as `status: text`. */
function said(findings: Finding[], check: string): string[] {
  return findings
    .filter((one) => one.check === check)
    .map(({ status, text }) => `${status}: ${text}`)
}

t.test('a box in order: nothing to fix, and the window is proved by a refusal', async (t) => {
  const engine = await ollama(t, BAKED)
  const reported: Finding[] = []
  const box = boxOf(t, { engineUrl: engine.origin, models: ['qwen3:8b-32k'] })
  const findings = await examine(box, (finding) => reported.push(finding))
  t.same(reported, findings, 'each is reported when it is made')
  t.same(
    findings.filter(({ status }) => status === 'warn' || status === 'fail'),
    [],
  )
  t.same(said(findings, 'window'), [
    'ok: qwen3:8b-32k: 32,768 tokens a slot, proved (33,289 were refused)',
  ])
  t.equal(engine.loads(), 1)
  const bodies = engine.asks
    .filter(({ path }) => path === '/api/chat')
    .map(({ body }) => JSON.parse(body))
  for (const body of bodies) t.match(body, { truncate: false, shift: false, keep_alive: '30m' })
  t.notOk(
    bodies.some(({ options }) => options?.num_ctx),
    'no field that would reload it',
  )
  t.match(tally(findings), { fail: 0, warn: 0 })
})

t.test('row 258: a window that is not baked, and one that is not what it says', async (t) => {
  const engine = await ollama(t, { plain: { file: '/b' }, 'plain:latest': { file: '/b' } })
  const findings = await examine(
    boxOf(t, { engineUrl: engine.origin, models: ['plain'] }),
    () => {},
  )
  t.match(said(findings, 'window'), [
    /^warn: plain:latest: 4,096 tokens a slot, proved .* not baked/,
  ])

  const cut = await ollama(t, {
    'small:64k': {
      file: '/s',
      window: 65_536,
      info: { 'general.architecture': 'x', 'x.context_length': 8_192 },
    },
  })
  const short = await examine(boxOf(t, { engineUrl: cut.origin, models: ['small:64k'] }), () => {})
  t.match(said(short, 'window'), ['fail: small:64k: 65,536 baked, 8,192 served'])
})

t.test('an engine that drops text in silence fails', async (t) => {
  const engine = await ollama(t, BAKED, { silent: true })
  const box = boxOf(t, { engineUrl: engine.origin, models: ['qwen3:8b-32k'] })
  const findings = await examine(box, () => {})
  t.match(said(findings, 'window'), [
    /^fail: .*accepted 33,280 tokens with a window of 32,768 without an error/,
  ])
  t.match(findings.find(({ check }) => check === 'window')?.fix, /truncate: false/)
})

t.test('two windows on one file, and everybody may use both', async (t) => {
  const engine = await ollama(t, BAKED)
  const findings = await examine(boxOf(t, { engineUrl: engine.origin }), () => {})
  t.match(said(findings, 'one window'), [
    'fail: qwen3:8b (the default) and qwen3:8b-32k (32,768) use one file with different windows: it is reloaded at each change',
  ])
  t.match(said(findings, 'model').at(-1), 'warn: everybody may use every model')
})

t.test('no model is unloaded for a check without --load', async (t) => {
  const engine = await ollama(t, { ...BAKED, 'other:latest': { file: '/blobs/b', window: 8_192 } })
  await fetch(`${engine.origin}/api/chat`, {
    method: 'POST',
    body: JSON.stringify({ model: 'other:latest', messages: [] }),
  })
  const box = boxOf(t, { engineUrl: engine.origin, models: ['qwen3:8b-32k'] })
  const findings = await examine(box, () => {})
  t.match(said(findings, 'window'), [
    /^skip: .*other:latest might be unloaded for it; use --load to do it/,
  ])
  t.equal(engine.loaded(), 'other:latest')
  t.match(said(await examine({ ...box, load: true }, () => {}), 'window'), [/^ok: /])
  t.equal(engine.loaded(), 'qwen3:8b-32k')
})

t.test('what lies in host memory, has no tools, or sees', async (t) => {
  const info = { file: '/v', window: 8_192, capabilities: ['completion', 'vision'] }
  const engine = await ollama(t, { 'eye:8k': info }, { onCard: 0.5 })
  const findings = await examine(
    boxOf(t, { engineUrl: engine.origin, models: ['eye:8k', 'gone:8k'] }),
    () => {},
  )
  t.match(said(findings, 'model'), [/^fail: gone:8k is not in the engine/, /^ok: eye:8k/])
  t.match(said(findings, 'memory'), [/^warn: .* GiB do not fit on the card/])
  t.match(said(findings, 'tools'), [/^warn: eye:8k: its template has no tools/])
  t.match(said(findings, 'vision'), ['ok: eye:8k: accepted a picture'])
})

t.test(
  'what a template loses or moves is found in the prompt that the engine renders',
  async (t) => {
    const look = async (options: BoxOptions) => {
      const engine = await ollama(t, BAKED, options)
      const box = boxOf(t, { engineUrl: engine.origin, models: ['qwen3:8b-32k'] })
      return said(await examine(box, () => {}), 'template')
    }
    t.same(await look({ template: 'jinja' }), ['ok: qwen3:8b-32k: no text is lost'])
    t.match(await look({ template: 'go' }), [
      /^ok: .*text or calls.*never both.*moves later system/,
    ])
    t.match(await look({ hidden: 'tool' }), [/^warn: qwen3:8b-32k: its template loses the result/])
  },
)

t.test('orphaned runners, slots and the engine’s own settings, as /proc shows them', async (t) => {
  const engine = await ollama(t, BAKED)
  const port = Number(new URL(engine.origin).port)
  const proc = procFolder(
    t,
    {
      1: { parent: 0, args: ['/sbin/init'] },
      40: {
        parent: 1,
        args: ['/usr/bin/ollama', 'serve'],
        env: 'OLLAMA_KV_CACHE_TYPE=q8_0\0LLAMA_ARG_CACHE_RAM=0\0',
      },
      41: runner(40, ['-np', '4', '--cache-type-k', 'q8_0']),
      77: runner(1),
      80: { parent: 1, args: ['llama-server', '--model', 'mine.gguf'] },
    },
    { [port]: '0.0.0.0' },
  )
  const box = boxOf(t, { engineUrl: engine.origin, models: ['qwen3:8b-32k'], slots: 2 }, { proc })
  const findings = await examine(box, () => {})
  t.match(said(findings, 'orphans'), [
    'fail: process 77 is a runner without its engine: 2.00 GiB, /blobs/a',
  ])
  t.match(findings.find(({ check }) => check === 'orphans')?.fix, /^kill 77/)
  t.match(said(findings, 'slots'), [/^warn: the engine has 4, the proxy uses 2/])
  t.match(said(findings, 'engine settings'), [
    /^warn: LLAMA_ARG_CACHE_RAM=0/,
    /^warn: .*flash attention/,
  ])
  t.match(said(findings, 'addresses'), [/^ok: the proxy/, /^fail: .* is open to the network/])

  const many = boxOf(t, { engineUrl: engine.origin, models: ['qwen3:8b-32k'], slots: 8 }, { proc })
  t.match(said(await examine(many, () => {}), 'slots'), [
    /^fail: the proxy sends 8 requests at the same time/,
  ])
})

t.test('the host: settings, tokens, addresses, unit, clock', async (t) => {
  const engine = await ollama(t, BAKED)
  const values = { engineUrl: engine.origin, models: ['qwen3:8b-32k'] }
  const box = boxOf(
    t,
    { ...values, tokens: [], host: ['0.0.0.0'] },
    {
      unit: 'another',
      nowMs: () => Date.now() + 90_000,
      run: async () => ({ code: 3, output: 'failed\n' }),
    },
  )
  chmodSync(box.places.config, 0o644)
  const findings = await examine(box, () => {})
  t.match(said(findings, 'settings'), [/^warn: .*can be read by others \(644\)/])
  t.same(said(findings, 'tokens'), ['fail: none: the proxy does not start'])
  t.match(said(findings, 'addresses')[0], 'warn: the proxy listens on every address of this box')
  t.match(said(findings, 'unit'), [
    /^warn: .*differs from the unit of this version/,
    'warn: aircoder-proxy is failed',
  ])
  // The date of an answer has whole seconds, and a busy machine reads it late.
  t.match(said(findings, 'clock'), [/^warn: (?:8[89]|9\d) s of difference/])

  const bare = boxOf(t, values, {
    configFile: null,
    places: placesUnder('/nowhere'),
    run: async () => null,
  })
  const none = await examine(bare, () => {})
  t.match(said(none, 'settings'), [/^warn: no settings file/])
  t.match(said(none, 'unit'), [/^warn: no /])
  t.match(said(none, 'disk')[0], /GiB free at \//)
  const quiet = await examine({ ...box, unit: UNIT, run: async () => null }, () => {})
  t.match(said(quiet, 'unit'), ['skip: systemctl does not answer'])
})

t.test('without an engine the host is examined all the same', async (t) => {
  const findings = await examine(boxOf(t, { engineUrl: 'http://127.0.0.1:1' }), () => {})
  t.match(said(findings, 'engine'), [/^fail: No engine answers at .*connection refused/])
  t.equal(said(findings, 'unit').length, 1)
  const [first] = findings
  t.match(first && findingText(first), /^fail {2}engine .*\n +fix: .*systemctl start ollama/s)

  const page = await startOllamaBox({})
  t.teardown(() => page.close())
  const wrong = await examine(boxOf(t, { engineUrl: `${page.origin}/shop` }), () => {})
  t.match(said(wrong, 'engine'), [/^fail: .*status 404/])
  const empty = await examine(boxOf(t, { engineUrl: page.origin }), () => {})
  t.match(said(empty, 'model'), [/^fail: .* has no model/])
})

t.test('a runner without its engine is found when the engine is down', async (t) => {
  const proc = procFolder(t, { 1: { parent: 0, args: ['/sbin/init'] }, 77: runner(1) })
  const box = boxOf(t, { engineUrl: 'http://127.0.0.1:1' }, { proc })
  const findings = await examine(box, () => {})
  t.match(said(findings, 'orphans'), [/^fail: process 77 is a runner without its engine/])
})

t.test('the disk is that of the state folder in the settings', async (t) => {
  const box = boxOf(t, { engineUrl: 'http://127.0.0.1:1', stateDir: tmpdir() })
  t.ok(said(await examine(box, () => {}), 'disk')[0]?.endsWith(tmpdir()))
})

t.test('a trial root has its own settings', async (t) => {
  const root = t.testdir({ etc: { aircoder: { 'proxy.json': '{"port": 4711}' } } })
  const env = { AIRCODER_PROXY_PORT: '1', AIRCODER_PROXY_CONFIG: '/nowhere/proxy.json' }
  const read = readSettingsOfRoot({ root }, env)
  t.match(read, {
    settings: { port: 4_711, stateDir: join(root, 'var/lib/aircoder-proxy') },
    configFile: join(root, 'etc/aircoder/proxy.json'),
  })
  const bare = readSettingsOfRoot({ root: join(root, 'none') }, env)
  t.match(bare, { settings: { port: 8_765 }, configFile: null })
})

t.test('another engine is asked for its models', async (t) => {
  const { startEndpoint } = await import('../kit/fake_endpoint.js')
  const endpoint = await startEndpoint(() => ({}))
  t.teardown(() => endpoint.close())
  const values = { engine: 'openai', engineUrl: endpoint.origin, models: ['fake', 'absent'] }
  const findings = await examine(boxOf(t, values), () => {})
  t.same(said(findings, 'engine'), [
    'ok: openai answers with 1 model',
    'warn: it does not list absent',
  ])
  const scripted = await examine(boxOf(t, { engine: 'scripted' }), () => {})
  t.same(said(scripted, 'engine'), ['ok: scripted runs inside the proxy'])
})

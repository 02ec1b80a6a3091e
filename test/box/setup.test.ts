import {
  chmodSync,
  existsSync,
  lstatSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { setUp } from '../../libs/box/setup/setup.js'
import type { SetupTools, SetupWish, StepReport } from '../../libs/box/setup/step.js'
import { placesUnder } from '../../libs/box/system/places.js'
import { digestOf } from '../../libs/relay/settings/settings.js'
import { startOllamaBox } from '../kit/ollama_box.js'

const GIB = 1_073_741_824

interface Made {
  well: boolean
  reports: StepReport[]
  tokens: string[]
  ran: string[]
}

/** A box whose user is the one who runs this test, so that files can be given to it. */
function boxFolder(t: Test): string {
  const me = `aircoder:x:${process.getuid?.()}:${process.getgid?.()}::/:/usr/sbin/nologin\n`
  return t.testdir({ etc: { passwd: `root:x:0:0::/root:/bin/bash\n${me}` } })
}

async function run(
  root: string,
  wish: Partial<SetupWish>,
  tools: Partial<SetupTools> = {},
): Promise<Made> {
  const made: Made = { well: false, reports: [], tokens: [], ran: [] }
  made.well = await setUp(
    {
      places: placesUnder(root),
      live: true,
      dryRun: false,
      settings: {},
      person: 'ada',
      people: 5,
      hostBytes: 64 * GIB,
      node: '/usr/bin/node',
      program: '/usr/lib/node_modules/aircoder/dist/aircoder-proxy.js',
      ...wish,
    },
    {
      run: async (program, args) => {
        made.ran.push([program, ...args].join(' '))
        if (program === 'nvidia-smi') return { code: 0, output: 'RTX 4090, 24564, 10\n' }
        return { code: 0, output: 'inactive\n' }
      },
      nowMs: () => Date.now(),
      report: (report) => made.reports.push(report),
      say: () => {},
      showToken: (_, token) => made.tokens.push(token),
      ...tools,
    },
  )
  return made
}

const states = ({ reports }: Made) => reports.map(({ step, state }) => `${step} ${state}`)
const modeOf = (path: string) => statSync(path).mode & 0o777

t.test('a fresh box, first dry, then in earnest, then again', async (t) => {
  const engine = await startOllamaBox({ 'qwen3:8b': { file: '/blobs/a' } })
  t.teardown(() => engine.close())
  const root = boxFolder(t)
  const places = placesUnder(root)
  const settings = () => ({ engineUrl: engine.origin })

  const dry = await run(root, { dryRun: true, settings: settings() })
  t.ok(dry.well)
  t.same(states(dry), [
    'program there',
    'user there',
    'folder would',
    'folder would',
    'modelfile would',
    'memory there',
    'memory left',
    'model would',
    'settings would',
    'token would',
    'unit would',
  ])
  t.notOk(existsSync(places.configFolder), 'nothing was made')
  t.same(dry.tokens, [])
  t.notOk(engine.models.has('qwen3:8b-32k'))
  t.match(
    dry.reports.find(({ fix }) => fix?.includes('CACHE_RAM')),
    { text: /5 people x 32,768 tokens take 22\.5 GiB/, fix: /LLAMA_ARG_CACHE_RAM=23040/ },
    'host memory is sized',
  )

  const first = await run(root, { settings: settings() })
  t.ok(first.well)
  t.ok(first.ran.includes('systemctl daemon-reload'))
  t.equal(engine.loaded(), 'qwen3:8b-32k')
  t.equal(modeOf(places.config), 0o600)
  t.equal(modeOf(places.state), 0o700)
  const written = JSON.parse(readFileSync(places.config, 'utf8'))
  t.match(written, { engine: 'ollama', models: ['qwen3:8b-32k'], stateDir: places.state })
  const [token = ''] = first.tokens
  const store = readFileSync(join(places.state, 'tokens.json'), 'utf8')
  t.match(store, digestOf(token).toString('hex'))
  t.notMatch(store, token.slice(-20), 'the token itself is nowhere')
  t.equal(modeOf(join(places.state, 'tokens.json')), 0o600)
  // The path is quoted where the folder's name has a space.
  const started = readFileSync(places.unit, 'utf8').replaceAll('"', '')
  t.match(started, `serve --config ${places.config}`)

  const again = await run(root, { settings: settings() })
  t.ok(again.well)
  t.same(
    again.reports.filter(({ state }) => state !== 'there').map(({ step }) => step),
    ['memory'],
    'all is there; the host’s memory is still to be set by hand',
  )
  t.same(again.tokens, [])
  t.same(JSON.parse(readFileSync(places.config, 'utf8')), written)
})

t.test('what somebody wrote stays, what is asked for comes in', async (t) => {
  const engine = await startOllamaBox({ 'mine:latest': { file: '/blobs/m' } })
  t.teardown(() => engine.close())
  const root = boxFolder(t)
  const places = placesUnder(root)
  await run(root, { settings: { engine: 'openai' } })
  const tokens = [{ name: 'bob', sha256: 'b'.repeat(64) }]
  const old = {
    host: '100.64.0.7',
    tokens,
    models: ['other:8k'],
    queueRequests: 9,
    engine: 'ollama',
  }
  writeFileSync(places.config, JSON.stringify(old))
  writeFileSync(places.modelfile, '# mine\nFROM mine\nPARAMETER num_ctx 8192\nSYSTEM Be terse.\n')
  chmodSync(places.config, 0o644)
  const made = await run(root, {
    settings: { engineUrl: engine.origin, slots: 2 },
    windowTokens: 16_384,
  })
  t.ok(made.well)
  t.match(JSON.parse(readFileSync(places.config, 'utf8')), { ...old, slots: 2 })
  t.equal(modeOf(places.config), 0o600)
  t.match(
    readFileSync(places.modelfile, 'utf8'),
    /^# mine\nFROM mine\nPARAMETER num_ctx 16384\nSYSTEM/,
  )
  t.ok(engine.models.has('mine:16k'))
  t.match(
    made.reports.find(({ step }) => step === 'models'),
    { state: 'left', text: /mine:16k is not in "models"/ },
  )
})

t.test('a step that fails says how to fix it, and the others are done', async (t) => {
  const root = boxFolder(t)
  const places = placesUnder(root)
  const made = await run(root, { settings: { engineUrl: 'http://127.0.0.1:1' } })
  t.notOk(made.well)
  const model = made.reports.find(({ step }) => step === 'model')
  t.match(model, { state: 'failed', text: /No engine answers/, fix: /systemctl start ollama/ })
  t.ok(existsSync(places.unit))
  t.equal(made.tokens.length, 1)

  const empty = await startOllamaBox({})
  t.teardown(() => empty.close())
  const bare = await run(root, { settings: { engineUrl: empty.origin } })
  t.match(
    bare.reports.find(({ step }) => step === 'model'),
    { state: 'failed', fix: 'ollama pull qwen3:8b' },
  )

  writeFileSync(places.config, '{"prot": 1')
  const broken = await run(root, { settings: {} })
  t.notOk(broken.well)
  t.match(
    broken.reports.find(({ step }) => step === 'settings'),
    { state: 'failed', text: /proxy\.json/ },
  )
  t.equal(readFileSync(places.config, 'utf8'), '{"prot": 1', 'a file of somebody is not covered')
})

t.test(
  'the service could not see a program in a home folder; a missing user is made',
  async (t) => {
    const root = boxFolder(t)
    const program = '/home/ada/aircoder/dist/aircoder-proxy.js'
    const hidden = await run(root, { program, settings: { engine: 'openai' } })
    t.notOk(hidden.well)
    t.match(hidden.reports[0], { state: 'failed', text: /private folder/, fix: /npm install -g/ })

    writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0::/root:/bin/bash\n')
    const fresh = await run(root, { settings: { engine: 'openai' } })
    t.match(fresh.ran[0], /^useradd --system .* aircoder$/)
    const refused = await run(
      root,
      { settings: { engine: 'openai' } },
      { run: async () => ({ code: 1, output: 'useradd: Permission denied.\n' }) },
    )
    t.match(refused.reports[1], {
      state: 'failed',
      text: 'useradd: Permission denied.',
      fix: /as root/,
    })
    const trial = await run(root, { live: false, settings: { engine: 'openai' } })
    t.same(trial.ran, [], 'in a trial folder nothing of the box is started')
  },
)

t.test('nothing is written through a symlink', async (t) => {
  const root = boxFolder(t)
  const places = placesUnder(root)
  await run(root, { settings: { engine: 'openai' } })
  const target = join(root, 'elsewhere')
  writeFileSync(target, '{}')
  rmSync(places.config)
  symlinkSync(target, places.config)
  const made = await run(root, { settings: { engine: 'openai' } })
  t.equal(readFileSync(target, 'utf8'), '{}')
  t.ok(lstatSync(places.config).isSymbolicLink())
  t.notOk(made.well, 'and it says so')
})

t.test('a flag that no proxy would accept is refused before the first step', async (t) => {
  const root = boxFolder(t)
  for (const [settings, text] of [
    [{ engine: 'olama' }, /unknown engine "olama".*Did you mean ollama\?/],
    [{ slots: 0 }, /slots: it must be at least 1/],
    [{ host: '999' }, /host: /],
  ] as const)
    await t.rejects(run(root, { settings }), { code: 'SETTINGS_INVALID', message: text })
  t.notOk(existsSync(join(root, 'etc/aircoder')), 'nothing was made')
})

import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import t, { type Test } from 'tap'
import { errorAct, type FakeEndpoint, serveReplies, startEndpoint } from '../kit/fake_endpoint.js'
import { DIGEST, type Family, startFamily } from '../kit/family_engine.js'
import { say } from '../kit/loop.js'
import { openProgram, type Program } from '../kit/program.js'

const GEMMA: Family = {
  id: 'gemma3:4b',
  row: { owned_by: 'library' },
  windowTokens: 16_384,
  offered: 'refused',
  dialect: 'hermes',
  thinking: 'none',
  parallel: false,
  vision: true,
  overflow: 'llama',
  tellsCache: false,
  ollama: true,
}

async function served(
  t: Test,
  family = GEMMA,
): Promise<{ engine: FakeEndpoint; at: string[]; box: Program }> {
  const engine = await startFamily(family)
  t.teardown(() => engine.close())
  return { engine, at: ['--base-url', engine.baseUrl], box: openProgram(t) }
}

interface Report {
  ok: boolean
  findings: { check: string; status: string; text: string; fix?: string }[]
  profile: { values: Record<string, unknown>; origins: Record<string, string> } | null
  measured: Record<string, unknown> | null
}

async function examine(
  box: Program,
  args: string[],
): Promise<{ code: number | null; report: Report }> {
  const { code, stdout } = await box.run(['doctor', '--json', ...args])
  return { code, report: JSON.parse(stdout) }
}

function row({ findings }: Report, check: string) {
  return findings.find((finding) => finding.check === check)
}

/** Only a row that ends with a word longer than the room beside the two columns of names has more than 80 columns. */
function isTooWide(row: string): boolean {
  return row.length > 80 && (row.split(' ').at(-1)?.length ?? 0) <= 80 - 22
}

t.test('doctor asks the model nothing and prints 80 columns', async (t) => {
  const { engine, at, box } = await served(t)
  const { code, stdout } = await box.run(['doctor', ...at])
  t.equal(code, 0, stdout)
  for (const check of ['endpoint', 'auth', 'clock', 'model', 'window', 'git', 'disk', 'ledger'])
    t.match(stdout, new RegExp(`^(?:ok|warn|skip) +${check} `, 'm'), check)
  t.same(stdout.split('\n').filter(isTooWide), [])
  t.match(
    stdout,
    /^warn +window +4,096 tokens \(assumed\)/m,
    'a bare Ollama that has not loaded it',
  )
  t.match(stdout, /^skip +measured +never/m)
  t.equal(engine.asks.filter(({ path }) => path.includes('completions')).length, 0)
})

t.test(
  'doctor --output-format json prints what --json prints, and text is a table of columns',
  async (t) => {
    const box = openProgram(t)
    const at = ['doctor', '--base-url', 'http://127.0.0.1:9/v1']
    const json = await box.run([...at, '--output-format', 'json'])
    const { ok, findings } = JSON.parse(json.stdout)
    t.equal(ok, false)
    t.same([json.code, findings[0].check, findings[0].status], [5, 'endpoint', 'fail'])
    t.match(findings[0].fix, /aircoder init/)
    const text = await box.run(at)
    t.equal(text.code, 5)
    const rows = text.stdout.split('\n\n')[0]?.split('\n') ?? []
    for (const row of rows) {
      t.match(row, /^(?:(?:ok|warn|fail|skip) {1,3}\S.{15} ?\S| {22}\S)/, row)
      t.notOk(isTooWide(row), row)
    }
    t.notOk(text.stdout.includes('\u001b'), 'no colours: NO_COLOR is set, and it is no terminal')
  },
)

t.test('row 72: what doctor --model measures holds from then on', async (t) => {
  const { engine, at, box } = await served(t)
  const { code, report } = await examine(box, [...at, '--model'])
  t.equal(code, 0, JSON.stringify(report))
  t.notMatch(
    JSON.stringify(report.findings),
    /never|assumed/,
    'nothing is said of what is measured',
  )
  t.match(row(report, 'measured'), { status: 'ok', text: /^now/ })
  t.match(row(report, 'window'), { text: '16,384 tokens (measured)' })
  t.match(report.measured, { tools: 'none', dialect: 'hermes', vision: true, windowTokens: 16_384 })
  t.match(row(report, 'tools'), { status: 'ok', text: /taught in the prompt \(hermes\)/ })
  t.match(report.profile, {
    values: { windowTokens: 16_384, toolForm: 'text', temperature: 0.3 },
    // The engine itself says that the model takes no tools, which is newer than the measurement.
    origins: {
      windowTokens: 'measured',
      toolForm: 'reported',
      dialect: 'measured',
      temperature: 'shipped',
    },
  })

  const models = join(box.data, 'models')
  const [name = ''] = readdirSync(models)
  t.same(readdirSync(models), [name], 'nothing is left half written')
  t.match(name, /^[0-9a-f]{16}\.json$/)
  t.equal(statSync(join(models, name)).mode & 0o777, 0o600)
  t.match(JSON.parse(readFileSync(join(models, name), 'utf8')), { mark: DIGEST })

  const said = await examine(box, at)
  t.match(row(said.report, 'measured'), { status: 'ok', text: /the model is the same/ })
  t.match(row(said.report, 'window'), { text: '16,384 tokens (measured)' })

  const asked = engine.asks.length
  await box.run(['-p', 'hello', ...at])
  const body = JSON.parse(
    engine.asks.slice(asked).find(({ path }) => /compl/.test(path))?.body ?? '',
  )
  t.notOk('tools' in body, 'the loop teaches the tools in the text')
  t.match(body.messages[0].content, /Tools\. To call one.*<tool_call>/s)
  t.match(body, { temperature: 0.3, top_p: 0.95 }, 'sampling is always sent')
  t.ok(body.max_tokens > 0 && body.max_tokens < 16_384)
  const forced = await examine(box, [...at, '--model', 'gemma3:4b'])
  t.equal(forced.code, 0)
})

t.test('the person’s word goes over the measured one, and doctor says whose it is', async (t) => {
  const { at, box } = await served(t)
  await box.run(['doctor', '--model', ...at])
  const env = { AIRCODER_TOOL_FORM: 'native', AIRCODER_WINDOW: '8192' }
  const { stdout } = await box.run(['doctor', '--json', '--model', ...at], { env })
  t.match((JSON.parse(stdout) as Report).profile, {
    values: { toolForm: 'native', windowTokens: 8_192 },
    origins: { toolForm: 'environment', windowTokens: 'environment', retries: 'shipped' },
  })
})

t.test(
  'a changed model is measured again at the start, or reported with remeasure set to never',
  async (t) => {
    const { at, box, engine } = await served(t)
    await box.run(['doctor', '--model', ...at])
    const [name = ''] = readdirSync(join(box.data, 'models'))
    const path = join(box.data, 'models', name)
    const kept = JSON.parse(readFileSync(path, 'utf8'))
    writeFileSync(path, JSON.stringify({ ...kept, mark: 'sha256:of-last-week' }))
    const chats = () => engine.asks.filter((ask) => ask.path.includes('completions')).length
    const before = chats()
    const never = { env: { AIRCODER_REMEASURE: 'never' } }
    const { code, stderr } = await box.run(['-p', 'hello', ...at], never)
    t.equal(code, 0)
    t.match(stderr, /gemma3:4b has changed since it was measured: `aircoder doctor --model`/)
    t.equal(chats() - before, 1, 'the task alone')
    t.match(row((await examine(box, at)).report, 'measured'), { status: 'warn', fix: /--model/ })
    const again = await box.run(['-p', 'hello', ...at])
    t.match(again.stderr, /gemma3:4b has changed since .* measured again[\s\S]*measuring tools/)
    t.match(JSON.parse(readFileSync(path, 'utf8')), { mark: DIGEST })
    const { report } = await examine(box, at)
    t.match(report.profile?.origins, {
      toolForm: 'reported',
      dialect: 'measured',
      temperature: 'shipped',
    })
    t.notMatch((await box.run(['-p', 'hello', ...at])).stderr, /has changed|measuring/)
    writeFileSync(path, '{"version": 1, "model": "gem')
    t.match(row((await examine(box, at)).report, 'measured'), { status: 'skip', text: /never/ })
  },
)

t.test('row 279: each failure has its row, its fix and its exit code', async (t) => {
  const box = openProgram(t)
  const gone = await examine(box, ['--base-url', 'http://127.0.0.1:9/v1'])
  t.equal(gone.code, 5)
  t.equal(gone.report.ok, false)
  t.match(row(gone.report, 'endpoint'), { status: 'fail', text: /No model answers/, fix: /Start/ })
  for (const check of ['auth', 'clock', 'model', 'window', 'measured'])
    t.match(row(gone.report, check), { status: 'skip', text: 'endpoint failed' }, check)
  t.ok(row(gone.report, 'git') && row(gone.report, 'disk'), 'the rest is looked at all the same')

  const shut = await startEndpoint(() => errorAct(401, { message: 'no' }))
  t.teardown(() => shut.close())
  const refused = await examine(box, ['--base-url', `${shut.origin}/shut`])
  t.equal(refused.code, 5)
  t.match(row(refused.report, 'auth'), { status: 'fail', fix: /AIRCODER_TOKEN/ })

  const endpoint = await serveReplies([say('Yes.')])
  t.teardown(() => endpoint.close())
  const at = ['--base-url', endpoint.baseUrl]
  const missing = await box.run(['doctor', '--json', ...at], { env: { AIRCODER_MODEL: 'gpt-9' } })
  t.equal(missing.code, 2)
  t.match(row(JSON.parse(missing.stdout), 'model'), { status: 'fail', text: /It has: fake/ })

  await box.run(['-p', 'so?', ...at])
  const projects = join(box.data, 'projects')
  const path = join(projects, readdirSync(projects)[0] ?? '', 'ledger.sqlite')
  t.match(row((await examine(box, at)).report, 'ledger'), { status: 'ok', text: /1 task, 0 to/ })
  const database = new Database(path)
  database.exec("DELETE FROM migrations WHERE name = 'm017_search_pages'")
  database.close()
  const older = row((await examine(box, at)).report, 'ledger')
  t.match(older, { status: 'ok', text: /An older aircoder wrote .* The next task updates it/ })
  writeFileSync(path, 'not a ledger at all, but long enough to be read as one'.repeat(100))
  const damaged = await examine(box, at)
  t.equal(damaged.code, 1)
  t.match(row(damaged.report, 'ledger'), { status: 'fail', fix: /verify/ })
  if (process.getuid?.() === 0) return t.comment('root may write anywhere')
  chmodSync(box.data, 0o500)
  t.match(row((await examine(box, at)).report, 'disk'), { status: 'fail', fix: /--data-dir/ })
  chmodSync(box.data, 0o700)
})

t.test('what a session learns of the tokens, the next one begins with', async (t) => {
  const { at, box, engine } = await served(t, { ...GEMMA, offered: 'native' })
  await box.run(['-p', 'hello', ...at])
  const [name = ''] = readdirSync(join(box.data, 'models'))
  const kept = JSON.parse(readFileSync(join(box.data, 'models', name), 'utf8'))
  t.ok(kept.tokenFactor > 1 && kept.tokenFactor < 1.2, `${kept.tokenFactor}`)
  await box.run(['-p', 'hello again', ...at])
  const rows = await box.run(['ledger', 'sql', 'SELECT token_factor FROM sessions ORDER BY number'])
  const factors = [...rows.stdout.matchAll(/[\d.]{3,}/g)].map(Number)
  t.equal(factors.length, 2, rows.stdout)
  // The kept ratio decays with a half-life of 30 days, so a few seconds cost less than a millionth.
  t.ok((factors[1] ?? 0) >= (factors[0] ?? 9) - 1e-6, `${factors}`)
  t.ok(engine.asks.length > 2)
})

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'

interface Campaign {
  name: string
  file?: string
  tests?: string[]
  processes?: number
}
interface Result {
  name: string
  rows: { attempts: number; violations: string[] }[]
}
interface State {
  campaigns: Result[]
}
interface Siege {
  CAMPAIGNS: Campaign[]
  readWords(
    argv: string[],
    known: Campaign[],
  ): { campaigns?: Campaign[]; jobs?: number; write?: string | null; error?: string }
  runAll(
    campaigns: { name: string; weight: number }[],
    options: {
      jobs: number
      report(result: Result, state: State): void
      run: unknown
      begins?(name: string): void
      endMs?: number
      now?(): number
    },
  ): Promise<State>
  writeResult(path: string, state: State): void
  addResult(path: string, state: State, others: object): void
  tellResult(result: object): string
  printTable(rows: unknown[]): number
  whySkipped(text: string): string
  MUTATIONS: { what: string; file: string; from: string; test: string }[]
  runCampaign(campaign: Campaign, options?: { limitMs: number }): Promise<unknown[]>
}

const load = (name: string) =>
  import(pathToFileURL(join(process.cwd(), 'scripts/siege', name)).href)
const { CAMPAIGNS } = (await load('campaigns.mjs')) as Siege
const { printTable } = (await load('print_table.mjs')) as Siege
const { runCampaign } = (await load('run_campaign.mjs')) as Siege

const { readWords } = (await load('read_words.mjs')) as Siege
const { runAll } = (await load('run_all.mjs')) as Siege
const { addResult, writeResult } = (await load('write_result.mjs')) as Siege
const { whySkipped } = (await load('why_skipped.mjs')) as Siege
const { MUTATIONS } = (await load('mutations.mjs')) as Siege
const { tellResult } = (await load('last_runs.mjs')) as Siege

const FOLDER = `node_modules/.cache/aircoder-siege/own-${process.pid}`
const SOURCES = {
  throws: "export default async () => { throw new Error('broken') }",
  late: "export default async () => { setTimeout(() => { throw new Error('later') }, 1); await new Promise(() => {}) }",
  hangs:
    'export default async () => { setInterval(() => {}, 60_000); await new Promise(() => {}) }',
  empty: 'export default async () => []',
  unparsed: 'export default async () => {',
  whole:
    "export default async () => [{ campaign: 'whole', what: 'all', attempts: 3, violations: [] }]",
}

t.test('a campaign that dies is a violation, and the others still run', async (t) => {
  mkdirSync(FOLDER, { recursive: true })
  t.teardown(() => rmSync(FOLDER, { recursive: true, force: true }))
  const found = new Map<string, unknown>()
  for (const [name, text] of Object.entries(SOURCES)) {
    const file = join(FOLDER, `${name}.ts`)
    writeFileSync(file, text)
    const limitMs = name === 'hangs' ? 500 : 60_000
    found.set(name, await runCampaign({ name, file }, { limitMs }))
  }
  for (const name of ['throws', 'late', 'hangs', 'empty', 'unparsed'])
    t.match(found.get(name), [{ campaign: name, attempts: 1, violations: [/itself/] }], name)
  t.same(found.get('whole'), [{ campaign: 'whole', what: 'all', attempts: 3, violations: [] }])
  t.match(await runCampaign({ name: 'no test', tests: ['test/house/no_such.test.ts'] }), [
    { campaign: 'no test', violations: [/no_such/] },
  ])

  const { log } = console
  const lines: string[] = []
  console.log = (line: string) => void lines.push(line)
  const rows = [...found.values()].flat()
  const code = printTable(rows)
  console.log = log
  t.equal(code, 1)
  t.equal(lines.filter((line) => line.startsWith('| ')).length, Object.keys(SOURCES).length + 1)
  t.match(lines.at(-1), /^8 attempts, 5 violations$/)
})

t.test('campaigns run side by side, and the result is written after each', async (t) => {
  const path = join(t.testdir(), 'results/siege.json')
  const read = () => JSON.parse(readFileSync(path, 'utf8'))
  const waiting = new Map<string, () => void>()
  const run = ({ name }: Campaign) =>
    new Promise<unknown>((resolve) => {
      const violations = name === 'c' ? ['c is\nbroken'] : []
      waiting.set(name, () => resolve([{ campaign: name, what: 'all', attempts: 2, violations }]))
    })
  const seen: unknown[] = []
  const report = (_: Result, state: State) => {
    writeResult(path, state)
    seen.push(read())
  }
  const campaigns = ['a', 'b', 'c'].map((name, weight) => ({ name, weight }))
  const all = runAll(campaigns, { jobs: 2, report, run })
  t.same([...waiting.keys()], ['c', 'b'], 'two at a time, the longest first')
  waiting.get('b')?.()
  while (!waiting.has('a')) await new Promise((resolve) => setImmediate(resolve))
  t.match(seen, [{ complete: false, attempts: 2, violations: [] }])
  waiting.get('a')?.()
  waiting.get('c')?.()
  t.same(
    (await all).campaigns.map(({ name }) => name),
    ['a', 'b', 'c'],
  )
  t.match(read(), {
    complete: true,
    attempts: 6,
    violations: ['c is\nbroken'],
    jobs: 2,
    campaigns: [{ name: 'a', attempts: 2, violations: 0, rows: [{ what: 'all' }] }, {}, {}],
  })
  const text = tellResult(read())
  t.match(text, /\| c \| 2 \| 1 \|[\s\S]*\| \*\*all campaigns\*\* \| 6 \| 1 \|[\s\S]*- c is broken/)
  t.notMatch(text, process.cwd(), 'no path of the machine')
})

t.test('a campaign is added to a result of others, with the facts of its own run', async (t) => {
  const path = join(t.testdir(), 'siege.json')
  const read = () => JSON.parse(readFileSync(path, 'utf8'))
  let violations = ['it is broken']
  const run = async ({ name }: Campaign) => [
    { campaign: name, what: 'all', attempts: 2, violations },
  ]
  const siege = (names: string[], write: (state: State) => void) => {
    const campaigns = names.map((name) => ({
      name,
      weight: 1,
      ...(name === 'b' && { processes: 3 }),
    }))
    return runAll(campaigns, { jobs: 1, run, report: (_: Result, state: State) => write(state) })
  }
  await siege(['a', 'c'], (state) => writeResult(path, state))
  const whole = read()
  for (const found of [['b fails'], []]) {
    violations = found
    const before = read()
    await siege(['b'], (state) => addResult(path, state, before))
    const { campaigns, ...facts } = read()
    t.match(campaigns, [
      { name: 'a' },
      { name: 'c' },
      { name: 'b', run: { jobs: 1 }, processes: 3 },
    ])
    t.equal(campaigns[0].run, undefined)
    t.same({ ...facts, attempts: 4, campaigns: whole.campaigns }, whole, 'the others are as before')
    t.equal(facts.attempts, 6)
    const text = tellResult(read())
    t.match(
      text,
      /\| b \(\d{4}-\d\d-\d\d, commit \w+.*, \d+ cores, 3 processes at a time\) \| 2 \|/,
    )
    t.equal(text.includes('b fails'), found.length > 0, 'what failed before is gone')
    t.match(text, '- it is broken')
  }
})

t.test('a campaign that divides runs in several processes, each with its part', async (t) => {
  mkdirSync(FOLDER, { recursive: true })
  t.teardown(() => rmSync(FOLDER, { recursive: true, force: true }))
  const file = join(FOLDER, 'parts.ts')
  writeFileSync(
    file,
    "export default async () => [{ campaign: 'parts', what: process.env.AIRCODER_PART, attempts: 1, violations: [] }]",
  )
  const divided = { name: 'parts', file, processes: 2 }
  // Two sieges in one checkout.
  const both = await Promise.all([runCampaign(divided), runCampaign({ name: 'parts', file })])
  t.match(both, [[{ what: '1/2' }, { what: '2/2' }], [{ what: '1/1' }]])
})

t.test('the end of the time ends and leaves out campaigns, and the result says so', async (t) => {
  const path = join(t.testdir(), 'siege.json')
  const campaigns = ['a', 'b', 'c'].map((name) => ({ name, weight: 1 }))
  const begun: string[] = []
  let clockMs = 0
  const run = async ({ name }: Campaign, { limitMs = 0 } = {}) => {
    // It is ended at its limit, as a process is.
    if (name === 'b') clockMs += limitMs
    const violations = name === 'b' ? ['ended by a signal'] : []
    return [{ campaign: name, what: 'all', attempts: 1, violations }]
  }
  const report = (_: Result, state: State) => writeResult(path, state)
  const begins = (name: string) => void begun.push(name)
  await runAll(campaigns, { jobs: 1, report, run, begins, endMs: 200, now: () => clockMs })
  t.same(begun, ['a', 'b'])
  t.match(JSON.parse(readFileSync(path, 'utf8')), {
    complete: false,
    attempts: 1,
    violations: [],
    campaigns: [
      { name: 'a', rows: [{ what: 'all' }] },
      { name: 'b', rows: [{ skipped: 'the time was over before it ended' }] },
      { name: 'c', rows: [{ skipped: 'the time was over before it began' }] },
    ],
  })
})

t.test('a skipped test of a campaign says why, without folders of the machine', (t) => {
  const text =
    '\nSkipped:\n  test/a.test.ts > a model: there is no model at /a/b/m.gguf; X names one\n\n0 passed'
  t.equal(whySkipped(text), 'there is no model at m.gguf; X names one')
  t.equal(whySkipped('nothing'), 'the test says why')
  t.end()
})

t.test('each line that scripts/siege_red.mjs takes out is there once, and its test exists', (t) => {
  for (const { what, file, from, test } of MUTATIONS) {
    t.equal(readFileSync(file, 'utf8').split(from).length, 2, what)
    t.ok(existsSync(test), test)
  }
  t.end()
})

t.test('the words of a siege choose campaigns, a file and how many run at once', async (t) => {
  const known = CAMPAIGNS
  t.match(readWords([], known), { campaigns: known, jobs: 2, write: null })
  const given = readWords(['--write', 'x.json', 'queue', '--jobs=3'], known)
  t.match(given, { campaigns: [{ name: 'queue' }], jobs: 3, write: 'x.json' })
  const words = ['--add', 'x.json', '--processes', '4', 'keys', 'queue']
  const { campaigns = [] } = readWords(words, known)
  t.same(
    campaigns.map(({ processes }) => processes),
    [undefined, 4],
  )
  for (const words of [
    ['--write'],
    ['--minutes', '-1'],
    ['--jobs', '0'],
    ['--processes', '0'],
    ['--jobs=x'],
    ['--what'],
    ['nothing'],
  ])
    t.match(readWords(words, known).error, /./, words.join(' '))
})

t.test('each campaign names files that exist', async (t) => {
  for (const { file, tests = [] } of CAMPAIGNS)
    for (const path of file === undefined ? tests : [file]) t.ok(existsSync(path), path)
})

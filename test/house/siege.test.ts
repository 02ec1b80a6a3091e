import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'

interface Campaign {
  name: string
  file?: string
  tests?: string[]
}
interface Siege {
  CAMPAIGNS: Campaign[]
  printTable(rows: unknown[]): number
  runCampaign(campaign: Campaign, options?: { limitMs: number }): Promise<unknown[]>
}

const load = (name: string) =>
  import(pathToFileURL(join(process.cwd(), 'scripts/siege', name)).href)
const { CAMPAIGNS } = (await load('campaigns.mjs')) as Siege
const { printTable } = (await load('print_table.mjs')) as Siege
const { runCampaign } = (await load('run_campaign.mjs')) as Siege

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

t.test('each campaign names files that exist', async (t) => {
  for (const { file, tests = [] } of CAMPAIGNS)
    for (const path of file === undefined ? tests : [file]) t.ok(existsSync(path), path)
})

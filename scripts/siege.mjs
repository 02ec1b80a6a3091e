import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { BANNER, EXTERNAL } from './build.mjs'
import { CAMPAIGNS } from './siege/campaigns.mjs'
import { printTable } from './siege/print_table.mjs'
import { sourcePlugin } from './source_plugin.mjs'

// Usage: node scripts/siege.mjs [CAMPAIGN …]; without a name, all of them.
// Each campaign runs in a process of its own. Exit 1 when something was violated.

const ROOT = fileURLToPath(new URL('..', import.meta.url))
// Below node_modules, so that a bundle finds what it leaves outside.
const CACHE = join(ROOT, 'node_modules/.cache/aircoder-siege')

/** Tells the campaigns to try all of their cases. */
const FULL = { ...process.env, AIRCODER_SIEGE: '1' }

const asked = process.argv.slice(2)
const known = CAMPAIGNS.map(({ name }) => name)
const unknown = asked.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`no campaign is named ${unknown.join(', ')}. Campaigns: ${known.join(', ')}`)
  process.exit(2)
}

mkdirSync(CACHE, { recursive: true })
const chosen = CAMPAIGNS.filter(({ name }) => asked.length === 0 || asked.includes(name))
const rows = []
for (const campaign of chosen) rows.push(...(await runCampaign(campaign)))
process.exitCode = printTable(rows)

async function runCampaign({ name, file, tests }) {
  return tests === undefined ? runProgram(name, file) : tests.map((one) => runTests(name, one))
}

/** One row a test file: its tests are the attempts, what fails or does not end is a violation. */
function runTests(name, file) {
  const { stdout, status } = spawnSync(process.execPath, ['scripts/test.mjs', file], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1_048_576,
    env: FULL,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const sum = /(\d+) passed, (\d+) failed, (\d+) skipped\s*$/.exec(stdout)
  const [, passed = 0, failed = 1, skipped = 0] = (sum ?? []).map(Number)
  const violations = stdout.split('\n').filter((line) => /^ {2}✗ /.test(line))
  if (status !== 0 && violations.length === 0) violations.push(`${file} ended with ${status}`)
  const row = { campaign: name, what: file, attempts: passed + failed, violations }
  return passed + failed === 0 && skipped > 0 ? { ...row, skipped: 'the test says why' } : row
}

async function runProgram(name, file) {
  const program = join(CACHE, `${name}.mjs`)
  const answer = join(CACHE, `${name}.json`)
  await bundle(join(ROOT, file), program)
  const { status, signal } = spawnSync(process.execPath, [program, answer], {
    cwd: ROOT,
    env: FULL,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status === 0) return JSON.parse(readFileSync(answer, 'utf8'))
  const violations = [`the campaign itself ended with ${status ?? signal}`]
  return [{ campaign: name, what: name, attempts: 1, violations }]
}

async function bundle(file, program) {
  await build({
    stdin: {
      contents: `import { writeFileSync } from 'node:fs'
import campaign from ${JSON.stringify(file)}
writeFileSync(process.argv[2], JSON.stringify(await campaign()))
process.exit(0)
`,
      resolveDir: ROOT,
      loader: 'ts',
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outfile: program,
    external: [...EXTERNAL, 'esbuild'],
    banner: { js: BANNER },
    plugins: [sourcePlugin(ROOT)],
    logLevel: 'error',
  })
}

import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { BANNER, EXTERNAL } from '../build.mjs'
import { sourcePlugin } from '../source_plugin.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
// Below node_modules, so that a bundle finds what it leaves outside.
const CACHE = join(ROOT, 'node_modules/.cache/aircoder-siege')

/** Tells the campaigns to try all of their cases. */
const FULL = { ...process.env, AIRCODER_SIEGE: '1' }
/** The longest campaign takes about an hour on two quiet cores. */
const LIMIT_MS = 6 * 3_600_000

/**
 * Runs one campaign of campaigns.mjs in a process of its own.
 * @returns its rows; one that cannot be built, that throws or that does not end is a violation, never an exception
 */
export async function runCampaign({ name, file, tests }, { limitMs = LIMIT_MS } = {}) {
  try {
    if (tests !== undefined) return tests.map((one) => runTests(name, one, limitMs))
    return await runProgram({ name, file }, limitMs)
  } catch (error) {
    return [died(name, error instanceof Error ? error.message : String(error))]
  }
}

function died(name, reason) {
  const violations = [`the campaign ${name} itself: ${reason}`]
  return { campaign: name, what: 'all', attempts: 1, violations }
}

/** One row a test file: its tests are the attempts, what fails or does not end is a violation. */
function runTests(name, file, timeout) {
  const { stdout, status, signal } = spawnSync(process.execPath, ['scripts/test.mjs', file], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1_048_576,
    env: FULL,
    timeout,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const sum = /(\d+) passed, (\d+) failed, (\d+) skipped\s*$/.exec(stdout ?? '')
  const [, passed = 0, failed = 1, skipped = 0] = (sum ?? []).map(Number)
  const violations = (stdout ?? '').split('\n').filter((line) => /^ {2}✗ /.test(line))
  if (status !== 0 && violations.length === 0)
    violations.push(`${file} ended with ${status ?? signal}`)
  const row = { campaign: name, what: file, attempts: passed + failed, violations }
  return passed + failed === 0 && skipped > 0 ? { ...row, skipped: 'the test says why' } : row
}

async function runProgram({ name, file }, timeout) {
  mkdirSync(CACHE, { recursive: true })
  const program = join(CACHE, `${name}.mjs`)
  const answer = join(CACHE, `${name}.json`)
  rmSync(answer, { force: true })
  await bundle(join(ROOT, file), program)
  const { status, signal } = spawnSync(process.execPath, [program, answer], {
    cwd: ROOT,
    env: FULL,
    timeout,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status === 0) return JSON.parse(readFileSync(answer, 'utf8'))
  return [died(name, `it ended with ${status ?? signal}`)]
}

async function bundle(file, program) {
  await build({
    stdin: {
      contents: `import { writeFileSync } from 'node:fs'
import campaign from ${JSON.stringify(file)}
const rows = await campaign()
if (!Array.isArray(rows) || rows.length === 0) throw new Error('the campaign tried nothing')
writeFileSync(process.argv[2], JSON.stringify(rows))
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

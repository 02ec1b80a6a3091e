import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { BANNER, EXTERNAL } from '../build.mjs'
import { sourcePlugin } from '../source_plugin.mjs'
import { whySkipped } from './why_skipped.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
// Below node_modules, so that a bundle finds what it leaves outside.
const CACHE = join(ROOT, 'node_modules/.cache/aircoder-siege')
/** For one that hangs: the longest campaign takes about an hour on a busy machine. */
const LIMIT_MS = 6 * 3_600_000

/**
 * Runs one campaign of campaigns.mjs in processes of its own, with a temporary folder of its own.
 * @param options  limitMs of the campaign; onEnd() after each process
 * @returns its rows; one that cannot be built, that throws or that does not end is a violation, never an exception
 */
export async function runCampaign(
  { name, file, tests, processes = 1 },
  { limitMs = LIMIT_MS, onEnd = () => {} } = {},
) {
  const last = performance.now() + limitMs
  const temporary = mkdtempSync(join(tmpdir(), 'siege-'))
  const start = (words, stdout, env) => {
    const left = Math.max(1, Math.ceil(last - performance.now()))
    return run(words, { temporary, limitMs: left, stdout, env }).finally(onEnd)
  }
  try {
    if (tests === undefined) return await runProgram({ name, file, processes }, start)
    const rows = []
    for (const one of tests) rows.push(await runTests(name, one, start))
    return rows
  } catch (error) {
    return [died(name, error instanceof Error ? error.message : String(error))]
  } finally {
    rmSync(temporary, { recursive: true, force: true, maxRetries: 5 })
  }
}

function died(name, reason) {
  const violations = [`the campaign ${name} itself: ${reason}`]
  return { campaign: name, what: 'all', attempts: 1, violations }
}

/** Starts node in the repository. AIRCODER_SIEGE tells the campaigns to try all of their cases. */
function run(words, { temporary, limitMs, stdout, env }) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, words, {
      cwd: ROOT,
      env: { ...process.env, AIRCODER_SIEGE: '1', TMPDIR: temporary, ...env },
      timeout: limitMs,
      killSignal: 'SIGKILL',
      stdio: ['ignore', stdout, 'inherit'],
    })
    let text = ''
    child.stdout?.setEncoding('utf8').on('data', (more) => {
      text += more
    })
    child.once('error', reject)
    child.once('close', (status, signal) => resolve({ status, signal, text }))
  })
}

/** One row a test file: its tests are the attempts, what fails or does not end is a violation. */
async function runTests(name, file, start) {
  const { text, status, signal } = await start(['scripts/test.mjs', file], 'pipe')
  const sum = /(\d+) passed, (\d+) failed, (\d+) skipped\s*$/.exec(text)
  const [, passed = 0, failed = 1, skipped = 0] = (sum ?? []).map(Number)
  const violations = text.split('\n').filter((line) => /^ {2}✗ /.test(line))
  if (violations.length > 0) console.log(text)
  if (status !== 0 && violations.length === 0)
    violations.push(`${file} ended with ${status ?? signal}`)
  const row = { campaign: name, what: file, attempts: passed + failed, violations }
  return passed + failed === 0 && skipped > 0 ? { ...row, skipped: whySkipped(text) } : row
}

/** The rows of all its processes. Sieges may run side by side in one checkout. */
async function runProgram({ name, file, processes }, start) {
  mkdirSync(CACHE, { recursive: true })
  const own = mkdtempSync(join(CACHE, `${name}-`))
  const program = join(own, 'campaign.mjs')
  const one = async (part) => {
    const answer = join(own, `${part}.json`)
    const env = { AIRCODER_PART: `${part}/${processes}` }
    const { status, signal } = await start([program, answer], 'inherit', env)
    if (status === 0) return JSON.parse(readFileSync(answer, 'utf8'))
    const which = processes === 1 ? '' : ` in process ${part}`
    return [died(name, `it ended with ${status ?? signal}${which}`)]
  }
  try {
    await bundle(join(ROOT, file), program)
    const parts = Array.from({ length: processes }, (_, at) => one(at + 1))
    return (await Promise.all(parts)).flat()
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
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

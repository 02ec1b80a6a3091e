import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundlePackages } from './test_run/bundle_packages.mjs'
import { bundleTests } from './test_run/bundle_tests.mjs'
import { runAll } from './test_run/run_all.mjs'
import { FILE_LIMIT_MS, LONG_LIMIT_MS, SIEGE_LIMIT_MS } from './test_run/run_file.mjs'
import { tallyFile } from './test_run/tap_tally.mjs'

// Usage: node scripts/test.mjs [--jobs=N] [file or folder …]; without any, every test/**/*.test.ts but test/long.
// One line a file (its time, and the processor time of its processes), all that is known about a failure, the ten files
// with the most processor time, then the sum alone on the last line.

const TIMES = fileURLToPath(
  new URL('../node_modules/.cache/aircoder-test/times.json', import.meta.url),
)
const LONG = 'test/long'
const { jobs, asked } = readArguments(process.argv.slice(2))
const tallies = []
const missing = []
const files = [...new Set((asked.length > 0 ? asked : ['test']).flatMap(testsIn))]

await bundlePackages()
const bundles = await bundleTests(files)
const times = readTimes()
try {
  const ends = await runAll(slowestFirst(files), {
    jobs,
    bundleOf: bundles.bundleOf,
    limitOf,
    report: (node) => {
      const tally = tallyFile(node)
      tallies.push(tally)
      printFile(tally)
    },
  })
  missing.push(...ends)
} finally {
  bundles.close()
}
writeTimes()
process.exitCode = printSum()

function readArguments(words) {
  const jobs = words.map((word) => /^--jobs=(\d+)$/.exec(word)?.[1]).find(Boolean)
  return {
    // One more than there are processors: a third of the time of a file is waiting.
    jobs: Number(jobs ?? cpus().length + 1),
    asked: words.filter((word) => !word.startsWith('--jobs=')),
  }
}

function testsIn(path) {
  if (!existsSync(path)) {
    missing.push({ at: path, text: 'there is no such file' })
    return []
  }
  if (!statSync(path).isDirectory()) return [path]
  const names = readdirSync(path).filter((name) => name !== 'fixtures' && name !== 'node_modules')
  return names.sort().flatMap((name) => {
    const inner = join(path, name)
    if (inner === LONG) return []
    if (statSync(inner).isDirectory()) return testsIn(inner)
    return inner.endsWith('.test.ts') ? [inner] : []
  })
}

/** The longest files start first, so that none of them runs alone at the end. */
function slowestFirst(names) {
  const guess = (name) => times[name] ?? statSync(name).size
  return [...names].sort((a, b) => guess(b) - guess(a))
}

function limitOf(name) {
  // A siege runs on a busy machine: there only what never ends is too late.
  if (process.env.AIRCODER_SIEGE === '1') return SIEGE_LIMIT_MS
  return name.startsWith(`${LONG}/`) ? LONG_LIMIT_MS : FILE_LIMIT_MS
}

function printFile({ name, ms, processorMs, passed, failures, comments }) {
  const word = failures.length > 0 ? 'not ok' : 'ok    '
  const count = failures.length > 0 ? `${passed} passed, ${failures.length} failed` : `${passed}`
  console.log(`${word} ${seconds(ms)} s ${seconds(processorMs)} s  ${name} (${count})`)
  for (const comment of comments) console.log(`         # ${comment}`)
  for (const failure of failures) printFailure(failure)
}

function printFailure({ at, text }) {
  console.log(`  ✗ ${at}\n${ours(text).replace(/^/gm, '      ')}`)
}

/** Without the stack frames of tap itself. */
function ours(text) {
  return text.replace(/^.*aircoder-packages\/tap-.*\n\s*\n?/gm, '')
}

/** Prints the slowest files, what was skipped, and the sum; returns the exit status of the run. */
function printSum() {
  if (files.length === 0) missing.push({ at: 'test', text: 'there is nothing to run' })
  for (const failure of missing) printFailure(failure)

  const costly = [...tallies].sort((a, b) => b.processorMs - a.processorMs).slice(0, 10)
  if (tallies.length > 10) {
    const all = sum(tallies.map(({ processorMs }) => processorMs))
    console.log(`\nProcessor time ${seconds(all).trim()} s, most of it in:`)
    for (const { name, processorMs } of costly) console.log(`  ${seconds(processorMs)} s  ${name}`)
  }
  const skips = tallies.flatMap((tally) => tally.skips)
  if (skips.length > 0) console.log('\nSkipped:')
  for (const { at, reason } of skips) console.log(`  ${at}: ${reason}`)
  const red = tallies.filter((tally) => tally.failures.length > 0).map(({ name }) => name)
  const failing = [...red, ...missing.map(({ at }) => at)]
  if (failing.length > 0) console.log('\nFailed:')
  for (const name of failing) console.log(`  ${name}`)

  const passed = sum(tallies.map((tally) => tally.passed))
  const failed = sum(tallies.map((tally) => tally.failures.length)) + missing.length
  console.log(`\n${passed} passed, ${failed} failed, ${skips.length} skipped`)
  return failed > 0 ? 1 : 0
}

function seconds(ms) {
  return (ms / 1000).toFixed(1).padStart(6)
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}

function readTimes() {
  try {
    return JSON.parse(readFileSync(TIMES, 'utf8'))
  } catch {
    return {}
  }
}

/** Remembers how long each file took, for the order of the next run. */
function writeTimes() {
  for (const { name, ms } of tallies) times[name] = Math.round(ms)
  try {
    mkdirSync(dirname(TIMES), { recursive: true })
    writeFileSync(TIMES, JSON.stringify(times))
  } catch {
    // A read-only checkout still runs its tests, in an unsorted order.
  }
}

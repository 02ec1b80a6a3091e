import { spawnSync } from 'node:child_process'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { arch, cpus, platform, release } from 'node:os'
import { dirname, relative, resolve } from 'node:path'

/** What is tried: read as the siege begins, since commits may follow while it runs. */
const COMMIT = git('rev-parse', 'HEAD')
const tenths = (value) => Math.round(value * 10) / 10

/** Writes what was tried so far as JSON. `complete` is false until all campaigns that were asked for have ended. */
export function writeResult(path, state) {
  store(path, resultOf(path, state))
}

/**
 * Puts the campaigns that were asked for into a result of others, in place of what it has of the same names. Each has
 * `run`, the facts of its own run, and `lines`, its violations; all other facts are those of the other campaigns.
 * @param others  the result that the file had before this siege
 */
export function addResult(path, state, others) {
  const { campaigns: added, violations, minutes, processor_minutes, ...run } = resultOf(path, state)
  const rows = added.map((campaign, at) => {
    const lines = state.campaigns[at].rows.flatMap((row) => row.violations)
    const { complete, attempts, ...facts } = run
    return { ...campaign, run: facts, ...(lines.length === 0 ? {} : { lines }) }
  })
  const kept = others.campaigns.filter(({ name }) => !state.asked.includes(name))
  const campaigns = [...kept, ...rows]
  store(path, {
    ...others,
    complete: others.complete && run.complete,
    attempts: sum(campaigns.map(({ attempts }) => attempts)),
    campaigns,
  })
}

function resultOf(path, { campaigns, asked, ...state }) {
  return {
    commit: COMMIT,
    // The own file is written after each campaign, and is no change of what is tried.
    changed: git('status', '--porcelain', '--', '.', ...exceptFor(path)) !== '',
    machine: { cores: cpus().length, platform: platform(), arch: arch(), kernel: release() },
    node: process.version,
    begun: state.begun,
    ended: state.ended,
    minutes: tenths(state.minutes),
    processor_minutes: tenths(state.processorMinutes),
    load: { lowest: tenths(state.load.lowest), highest: tenths(state.load.highest) },
    jobs: state.jobs,
    complete: campaigns.length === asked.length && !campaigns.some(isLate),
    attempts: sum(campaigns.flatMap(({ rows }) => rows.map(({ attempts }) => attempts))),
    violations: campaigns.flatMap(({ rows }) => rows.flatMap(({ violations }) => violations)),
    campaigns: campaigns.map(({ name, minutes, processorMinutes, processes, rows }) => ({
      name,
      attempts: sum(rows.map(({ attempts }) => attempts)),
      violations: sum(rows.map(({ violations }) => violations.length)),
      minutes: tenths(minutes),
      processor_minutes: tenths(processorMinutes),
      ...(processes > 1 ? { processes } : {}),
      rows: rows.map(({ what, attempts, violations, skipped }) => ({
        what,
        attempts,
        violations: violations.length,
        ...(skipped === undefined ? {} : { skipped }),
      })),
    })),
  }
}

function store(path, result) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.new`, `${JSON.stringify(result, null, 2)}\n`)
  renameSync(`${path}.new`, path)
}

/** A campaign that the end of the time left out did not run. */
function isLate({ rows }) {
  return rows.some(({ skipped }) => skipped?.startsWith('the time was over') === true)
}

/** git knows no path outside of its folder. */
function exceptFor(path) {
  const own = relative(process.cwd(), resolve(path))
  return own.startsWith('..') ? [] : [`:(exclude)${own}`]
}

function git(...words) {
  const { stdout, status } = spawnSync('git', words, { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { bundleChanged } from '../crash/kit/builds.js'
import { createRandom } from '../crash/kit/random.js'
import { readTree } from '../crash/kit/tree.js'
import { IS_SIEGE, ROTATION } from '../kit/rotation.js'
import { whyNoInjection } from './count_calls.js'
import { type Luck, openDisk } from './power_loss/disk.js'
import { readTrace, TRACED } from './power_loss/read_trace.js'
import { type End, FILES, type Found, goOn, look } from './power_loss/scene.js'
import { newRow, type Row, skippedRows } from './row.js'

// strace records every change that a run makes below its folder, with its bytes, and every sync. The recording is
// played to a disk with a cache. At each place the power is lost, and what the disk has then is opened and continued.

export interface PowerLossOptions {
  /** Of the task. */
  steps: number
  /** The power is lost after each nth change. */
  every: number
  /** After each nth loss the task is continued to its end; after the others the ledger is opened and verified. */
  finish: number
}

/** The syncs of the checks need no disk. */
const IN_MEMORY = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
const CAMPAIGN = 'power loss'
const LUCKS: readonly Luck[] = ['none', 'some', 'all']
/** No write is longer. */
const MOST_BYTES = 4_194_304
const SEED = 13
const RECORD = `
import { goOn } from './test/siege/power_loss/scene.js'
await goOn(process.argv[2], Number(process.argv[3]), true)
process.exit(0)
`

/** One row for each kind of luck. */
export default async function powerLoss(
  { steps, every, finish }: PowerLossOptions = { steps: 24, every: 1, finish: 9 },
): Promise<Row[]> {
  const skipped = whyNoInjection()
  if (skipped !== null) return skippedRows(CAMPAIGN, skipped)
  mkdirSync('node_modules/.cache', { recursive: true })
  const cache = mkdtempSync(join('node_modules/.cache', 'aircoder-power-'))
  const folder = mkdtempSync(join(IN_MEMORY, 'aircoder-power-'))
  try {
    const program = join(cache, 'record.mjs')
    await bundleChanged(program, RECORD, [])
    return await losePower(folder, program, { steps, every, finish })
  } finally {
    for (const path of [cache, folder]) rmSync(path, { recursive: true, force: true })
  }
}

async function losePower(
  folder: string,
  program: string,
  { steps, every, finish }: PowerLossOptions,
): Promise<Row[]> {
  const base = join(folder, 'base')
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(base, 'work', path)), { recursive: true })
    writeFileSync(join(base, 'work', path), text)
  }
  const disk = openDisk(base)
  const log = join(folder, 'trace')
  const traced = ['-y', '-xx', '-s', String(MOST_BYTES), '-o', log, '-e', `trace=${TRACED}`]
  const words = [...traced, process.execPath, program, base, String(steps)]
  const { status, stderr } = spawnSync('strace', words, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the recorded run ended with ${status}: ${stderr}`)
  const changes = readTrace(readFileSync(log, 'utf8'), base)
  rmSync(log)

  const calm = readTree(join(base, 'work'))
  const random = createRandom(SEED + ROTATION)
  const rows = LUCKS.map((luck) => newRow(CAMPAIGN, `of what was not synced: ${luck}`))
  let said = 0
  let losses = 0
  let reference: End | null = null
  const offset = IS_SIEGE ? 0 : ROTATION % every
  for (const [at, change] of changes.entries()) {
    disk.take(change)
    if (change.kind === 'said') said = change.steps
    const isLast = at === changes.length - 1
    if (at % every !== offset && !isLast) continue
    losses += 1
    for (const [index, luck] of LUCKS.entries()) {
      const row = rows[index]
      if (row === undefined) continue
      disk.restore(luck, random)
      const state = readTree(join(base, 'work'))
      if (isLast && luck === 'all' && different(state, calm).length > 0)
        row.violations.push(`the recording is not whole: ${different(state, calm).join(', ')}`)
      const isFinished = losses % finish === index || isLast
      const end = await attempt(() => (isFinished ? goOn(base, steps, false) : look(base)))
      row.attempts += 1
      const place = `after change ${at} (${change.kind}${'path' in change ? ` ${change.path.slice(base.length)}` : ''})`
      if ('tree' in end) reference ??= end
      row.violations.push(
        ...judge(end, { said, calm, reference }).map((text) => `${place}: ${text}`),
      )
    }
  }
  return rows
}

interface Wanted {
  said: number
  calm: Map<string, string>
  reference: End | null
}

async function attempt(open: () => Found | Promise<End>): Promise<Found | End | Error> {
  try {
    return await open()
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function judge(end: Found | End | Error, { said, calm, reference }: Wanted): string[] {
  if (end instanceof Error) return [`it throws ${end.message}`]
  const wrong = end.problems.map((problem) => `the ledger is damaged: ${problem}`)
  if (end.steps < said) wrong.push(`${said} steps were said to be committed, ${end.steps} are kept`)
  if (!('tree' in end)) return wrong
  const changed = different(end.tree, calm)
  if (changed.length > 0) wrong.push(`not as without a loss: ${changed.join(', ')}`)
  if (end.lines !== reference?.lines) wrong.push('the record differs')
  return wrong
}

function different(tree: Map<string, string>, wanted: Map<string, string>): string[] {
  const paths = [...new Set([...tree.keys(), ...wanted.keys()])]
  return paths.filter((path) => tree.get(path) !== wanted.get(path))
}

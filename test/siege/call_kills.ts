import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RecordedReply } from '#core'
import { type Build, SHIPPED } from '../crash/kit/builds.js'
import { checkRun, type Remains, readRemains } from '../crash/kit/check_run.js'
import { newStory, runToEnd, type Story } from '../crash/kit/crash_run.js'
import { endProcessesIn } from '../crash/kit/leftovers.js'
import { COUNTER_LOG, type WorkScript } from '../crash/kit/work_script.js'
import { act } from '../kit/loop.js'
import { IS_SIEGE, isDue, MOMENTS, ROTATION } from '../kit/rotation.js'
import {
  type CallRange,
  isMade,
  NOT_MADE,
  readRanges,
  tracing,
  whyNoInjection,
} from './count_calls.js'
import { newRow, type Row, skippedRows } from './row.js'

// The kernel kills the built program as it enters its nth system call of a kind (strace, `inject`): a run, then its
// resume, then the resume of that one. The last resume is left alone and has to end as a run that was never killed.

/**
 * Calls of the main thread in which state, the tree or a child changes, and those between them. `close` and `statx` are
 * left out: with 15 moments each they found nothing that `openat` and `read` beside them did not reach.
 */
const CALLS = [
  'openat',
  'read',
  'write',
  'fcntl',
  'pread64',
  'pwrite64',
  'fsync',
  'fdatasync',
  'ftruncate',
  'rename',
  'mkdir',
  'unlink',
  'fchmod',
  'clone',
] as const

export interface CallKillsOptions {
  /** Moments of each call, spread over the run. */
  moments: number
  /** Takes one in so many calls, others each day. */
  every: number
}

const CAMPAIGN = 'call kills'
/** Kills in a row. */
const DEPTH = 3
/** A resume recovers in this first part of its calls; the rest is as in a run. */
const RECOVERY_SHARE = 0.6
/** An edit of two files, half done: what the counted resume has to recover. */
const HALF_DONE = 'rename:signal=KILL:when=2'

const count = (id: string) => `printf '%s\\n' ${id} >> ${COUNTER_LOG}`
const raised = (path: string, from: number) => ({
  path,
  old_str: `mark = ${from}`,
  new_str: `mark = ${from + 1}`,
})
const REPLIES: RecordedReply[] = [
  act(
    ['multi_edit', { edits: [raised('a.txt', 0), raised('src/b.txt', 0)] }],
    ['run_command', { command: count('c1') }],
  ),
  act(['write_file', { path: 'src/deep/new.txt', content: 'new = 0\n' }]),
  act(['run_command', { command: count('c2') }], ['patch_file', raised('a.txt', 1)]),
  act(['resolve', { cites: ['e1', 'e2'], summary: 'all marks were raised' }]),
]
const SCRIPT: WorkScript = {
  files: new Map([
    ['a.txt', 'mark = 0\n'],
    ['src/b.txt', 'mark = 0\n'],
    [COUNTER_LOG, ''],
  ]),
  replies: REPLIES,
  counters: new Map(['c1', 'c2'].map((id) => [id, count(id)])),
}

/** One row a system call. */
export default async function callKills(
  { moments, every }: CallKillsOptions = { moments: MOMENTS, every: 1 },
): Promise<Row[]> {
  const skipped = whyNoInjection()
  if (skipped !== null) return skippedRows(CAMPAIGN, skipped)
  const base = mkdtempSync(join(tmpdir(), 'aircoder-calls-'))
  try {
    const lab = await prepare(base)
    const rows: Row[] = []
    for (const call of CALLS.filter((_, at) => isDue(at, every))) {
      const deaths = [0, 0, 0]
      const row = newRow(CAMPAIGN, call)
      if (!isMade(lab.fresh.get(call)) || !isMade(lab.resumed.get(call))) {
        rows.push({ ...row, skipped: NOT_MADE })
        continue
      }
      for (let moment = 0; moment < moments; moment += 1) {
        const { story, aims } = await attempt(lab, { call, moment, moments })
        row.attempts += 1
        const depth = story.lives.filter(({ killed }) => killed).length
        for (let at = 0; at < depth; at += 1) deaths[at] = (deaths[at] ?? 0) + 1
        const { problems } = checkRun(story, SCRIPT, lab.reference)
        row.violations.push(...problems.map((text) => `${call} at ${aims.join(', ')}: ${text}`))
        await endProcessesIn(story.folder)
        rmSync(story.folder, { recursive: true, force: true })
      }
      row.what = `${call}, kills in a run and two resumes: ${deaths.join(', ')}`
      rows.push(row)
      console.log(`${row.what}: ${row.violations.length} violations`)
    }
    return rows
  } finally {
    await endProcessesIn(base)
    rmSync(base, { recursive: true, force: true })
  }
}

interface Lab {
  base: string
  reference: Remains
  /** Calls of a run that is not killed, and of a resume that has an edit to finish. */
  fresh: Map<string, CallRange>
  resumed: Map<string, CallRange>
}

async function prepare(base: string): Promise<Lab> {
  const log = (name: string) => join(base, `${name}.trace`)
  const calm = newStory(join(base, 'calm'))
  const counted = traced(tracing(CALLS, log('fresh')))
  await runToEnd(SCRIPT, calm, () => ({ build: counted, aim: null }))
  const reference = readRemains(calm.folder)
  const problems = [...calm.problems, ...reference.damage]
  const half = newStory(join(base, 'half'))
  await runToEnd(SCRIPT, half, ({ length }) => ({
    build: length === 0 ? killing(HALF_DONE) : traced(tracing(CALLS, log('resumed'))),
    aim: null,
  }))
  if (problems.length > 0 || !half.lives[0]?.killed)
    throw new Error(`the script does not run here: ${problems.join('; ')}`)
  const [fresh, resumed] = ['fresh', 'resumed'].map((name) => readRanges(log(name), CALLS))
  return { base, reference, fresh: fresh ?? new Map(), resumed: resumed ?? new Map() }
}

interface Moment {
  call: string
  moment: number
  moments: number
}

async function attempt(
  { base, fresh, resumed }: Lab,
  { call, moment, moments }: Moment,
): Promise<{ story: Story; aims: number[] }> {
  const nth = (range: CallRange | undefined, share: number) => {
    if (range === undefined) return 1
    const { from, to } = range
    return Math.min(to, Math.floor(from + (to - from + 1) * share))
  }
  const turn = IS_SIEGE ? moment : moment + ROTATION
  // Each depth walks through its moments in an order of its own.
  const part = (step: number) => (((turn * step) % 15) + 0.5) / 15
  const first = IS_SIEGE ? (moment + 0.5) / moments : part(7)
  const aims = [
    nth(fresh.get(call), first),
    nth(resumed.get(call), RECOVERY_SHARE * part(4)),
    nth(resumed.get(call), RECOVERY_SHARE * part(11)),
  ]
  const story = newStory(join(base, `${call}-${moment}`))
  await runToEnd(SCRIPT, story, (lives) => {
    const depth = lives.filter(({ killed }) => killed).length
    // A life that was to be killed and ended before: the next one is left alone.
    const isOver = depth >= DEPTH || lives.some(({ killed, exitCode }) => !killed && exitCode !== 2)
    const build = isOver ? SHIPPED : killing(`${call}:signal=KILL:when=${aims[depth]}`)
    return { build, aim: null }
  })
  return { story, aims }
}

/** The shipped build under strace. Only its main thread is traced, so no child is killed. */
function traced(options: readonly string[]): Build {
  return { ...SHIPPED, through: ['strace', ...options] }
}

function killing(injection: string): Build {
  const [name = ''] = injection.split(':', 1)
  return traced(['-o', '/dev/null', '-e', `trace=${name}`, '-e', `inject=${injection}`])
}

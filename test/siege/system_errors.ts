import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLedger } from '#ledger'
import { ledgerOf } from '../crash/kit/crash_run.js'
import { startEndpoint, streamed } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { jsonLines, PROGRAM } from '../kit/program.js'
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

// The kernel gives the built program an error at its nth call of a kind (strace, `inject`), once or from then on.
// The program has to end by itself, say why in words, keep what is committed, and be able to resume.

/**
 * System calls and the errors that a kernel gives there (man 2, each page, ERRORS). `write` is left out: Node's own
 * threads wake each other by it, and end the process when it fails. So are `fcntl`, with which Node restores the
 * terminal at its end, and the start of threads.
 */
export const CALLS: readonly (readonly [call: string, ...errors: string[]])[] = [
  ['openat', 'EMFILE', 'ENOSPC', 'EROFS', 'EACCES'],
  ['pwrite64', 'ENOSPC', 'EDQUOT', 'EIO'],
  ['pread64', 'EIO'],
  ['fsync', 'EIO', 'ENOSPC'],
  ['fdatasync', 'EIO', 'EDQUOT'],
  ['ftruncate', 'ENOSPC', 'EIO'],
  ['rename', 'EROFS', 'EACCES', 'ENOSPC'],
  ['mkdir', 'ENOSPC', 'EROFS', 'EACCES'],
  ['unlink', 'EACCES', 'EIO'],
  ['fchmod', 'EPERM', 'EROFS'],
  ['statx', 'EACCES', 'EIO', 'ENOMEM'],
  ['getdents64', 'EIO'],
  ['clone', 'EAGAIN', 'ENOMEM'],
]

export interface SystemErrorsOptions {
  /** Moments of each call, spread over the run. */
  moments: number
  /** Only these calls; all without it. */
  calls?: readonly string[]
  /** Takes one in so many calls, others each day; all without it. */
  every?: number
}

const CAMPAIGN = 'system errors'
const TASK = 'Rework the folder as the notes say.'
/** One that hangs never ends. A run under strace takes two minutes where ten others run. */
const END_MS = 600_000
const FILES = { 'a.txt': 'mark = 0\n', 'b.txt': 'mark = 0\n' }
const edit = (path: string, from: number) => ({
  path,
  old_str: `mark = ${from}`,
  new_str: `mark = ${from + 1}`,
})
const REPLIES = [
  act(['write_file', { path: 'src/new.txt', content: 'new = 0\n' }]),
  act(['patch_file', edit('a.txt', 0)]),
  act(['multi_edit', { edits: [edit('a.txt', 1), edit('b.txt', 0)] }]),
  act(['run_command', { command: 'cat a.txt b.txt' }]),
]
/** Once the model knows of an error it ends; what is asked here is what the program does. */
const LAST = say('What can be done is done.')
/** Node cannot load a file of the program itself: what it prints then is not ours. */
const OWN_FILES =
  /ERR_MODULE_NOT_FOUND|Cannot find module '[^']*\/(?:dist|node_modules)\/|lstat '[^']*\/(?:dist|node_modules)\//
const CODES = new Set([0, 1, 2, 3, 4, 5])

/** One row a system call. */
export default async function systemErrors(
  { moments, calls, every = 1 }: SystemErrorsOptions = { moments: MOMENTS },
): Promise<Row[]> {
  const skipped = whyNoInjection()
  if (skipped !== null) return skippedRows(CAMPAIGN, skipped)
  const rows: Row[] = []
  const asked = CALLS.filter(([call]) => calls === undefined || calls.includes(call))
  const chosen = asked.filter((_, at) => isDue(at, every))
  // A call comes each so many days, and then with the next error.
  const round = Math.floor(ROTATION / every)
  const counted = await countCalls(chosen.map(([call]) => call))
  for (const [at, [call, ...errors]] of chosen.entries()) {
    const row = newRow(CAMPAIGN, call)
    const range = counted.get(call)
    if (!isMade(range)) {
      rows.push({ ...row, skipped: NOT_MADE })
      continue
    }
    const { from, to } = range
    for (let moment = 0; moment < moments; moment += 1) {
      const turn = moment + (IS_SIEGE ? 0 : round + at)
      const error = errors[turn % errors.length] ?? ''
      const nth = Math.round(from + ((to - from) * (moment + shareOf(turn))) / moments)
      // Half of the errors last, as a full disk does.
      const when = turn % 2 === 0 ? `${nth}` : `${nth}+`
      row.attempts += 1
      const broken = await attempt(`${call}:error=${error}:when=${when}`)
      row.violations.push(...broken.map((line) => `${call} ${error} at ${when}: ${line}`))
    }
    rows.push(row)
  }
  return rows
}

/** Where in its part of the run a moment lies, from 0 to 1: the short form tries another place each day. */
function shareOf(turn: number): number {
  return IS_SIEGE ? 0.5 : ((turn * 5) % 16) / 16
}

async function countCalls(names: readonly string[]): Promise<Map<string, CallRange>> {
  return inFolder(async (folder) => {
    const log = join(folder, 'trace')
    await run(folder, ['-f', '--seccomp-bpf', ...tracing(names, log)], ['run', TASK])
    return readRanges(log, names)
  })
}

/** One run with an error, then resumes without one until the task has ended. @returns what is broken */
async function attempt(injection: string): Promise<string[]> {
  return inFolder(async (folder) => {
    const [name = ''] = injection.split(':', 1)
    const traced = [
      '-f',
      '--seccomp-bpf',
      '-o',
      '/dev/null',
      '-e',
      `trace=${name}`,
      '-e',
      `inject=${injection}`,
    ]
    const first = await run(folder, traced, ['run', TASK])
    const broken = judgeEnd(first)
    const steps = first.events.filter(({ type }) => type === 'step').length
    const path = ledgerOf(folder)
    if (first.code === 0) return [...broken, ...judgeLedger(path, steps)]
    // Before the task was stored there is nothing to resume: the same command starts it.
    const again = await run(folder, [], ['resume'])
    const last = again.code === 2 ? await run(folder, [], ['run', TASK]) : again
    if (last.code !== 0) broken.push(`afterwards it ended with ${last.code}: ${last.errors}`)
    // A task that ended without proof has ended.
    const hasEnded = first.events.at(-1)?.subtype === 'unproven'
    if (steps > 0 && again.code === 2 && !hasEnded)
      broken.push(`${steps} steps, and nothing to resume: ${first.events.at(-1)?.subtype}`)
    return [...broken, ...judgeLedger(ledgerOf(folder), steps)]
  })
}

function judgeEnd({ code, signal, events, errors, late }: End): string[] {
  const broken: string[] = []
  if (late) broken.push(`it did not end in ${END_MS} ms`)
  if (signal !== null && !late) broken.push(`it was ended by ${signal}: ${errors.slice(-300)}`)
  if (code !== null && !CODES.has(code)) broken.push(`exit code ${code}: ${errors.slice(-300)}`)
  if (/\n\s+at .*[(:]|INTERNAL/.test(errors) && !OWN_FILES.test(errors))
    broken.push(`a stack: ${errors.slice(0, 400)}`)
  const result = events.at(-1)
  const isSilent = code !== 0 && code !== null && errors.trim() === '' && result?.type !== 'result'
  if (isSilent) broken.push(`it ended with ${code} and printed nothing`)
  return broken
}

function judgeLedger(path: string | null, steps: number): string[] {
  if (path === null) return steps > 0 ? ['there is no ledger'] : []
  const ledger = openLedger({ path, readOnly: true })
  try {
    const { problems } = ledger.verify()
    const [[kept] = [0]] = ledger.sql('SELECT count(*) FROM episodes').rows
    return [
      ...problems.map((problem) => `the ledger is damaged: ${problem}`),
      ...(Number(kept) < steps ? [`${steps} steps were reported, ${kept} are kept`] : []),
    ]
  } finally {
    ledger.close()
  }
}

interface End {
  code: number | null
  signal: string | null
  events: { type?: string; subtype?: string }[]
  errors: string
  late: boolean
}

async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'aircoder-siege-'))
  for (const name of ['work', 'home', 'data']) mkdirSync(join(folder, name))
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, 'work', name), text)
  try {
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs the built command in the folder, traced if there are options of strace. */
async function run(
  folder: string,
  traced: readonly string[],
  words: readonly string[],
): Promise<End> {
  const fake = await startEndpoint(({ step }) => streamed(REPLIES[step - 1] ?? LAST), {
    models: [{ id: 'fake', context_window: 16_384 }],
  })
  const place = ['--cwd', join(folder, 'work'), '--data-dir', join(folder, 'data')]
  const how = ['--permission-mode', 'yolo', '--output-format', 'stream-json', '--wait', '0']
  const flags = ['--base-url', fake.baseUrl, '-m', 'fake', ...place, ...how]
  const argv = [process.execPath, PROGRAM, ...words, ...flags]
  const [program = '', ...args] = traced.length === 0 ? argv : ['strace', ...traced, ...argv]
  const child = spawn(program, args, {
    // A group of its own: without strace the program would go on, and hold the pipes open for ever.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH ?? '',
      HOME: join(folder, 'home'),
      TZ: 'UTC',
      AIRCODER_READ_BEFORE_EDIT: 'off',
      AIRCODER_SANDBOX: 'off',
    },
  })
  let out = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (more: string) => {
    out += more
  })
  child.stderr.setEncoding('utf8').on('data', (more: string) => {
    errors += more
  })
  let late = false
  const timer = setTimeout(() => {
    late = true
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }, END_MS)
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) => {
    child.once('close', (exit, by) => resolve([exit, by]))
  })
  clearTimeout(timer)
  await fake.close()
  const whole = out.slice(0, out.lastIndexOf('\n') + 1)
  return { code, signal, events: jsonLines(whole), errors, late }
}

import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type Engine, serveModel } from './engine/serve.js'
import type { Family, Repo } from './family.js'
import { type Figures, measure } from './measure.js'
import { hashText, seeded } from './random.js'
import { writeTrace } from './trace.js'

/** Another build can be measured while this tree changes. */
export const PROGRAM = resolve(process.env.AIRCODER_BENCH_PROGRAM ?? 'dist/aircoder.js')
/** Calls until a run is stopped: the longest task takes some 90 when all goes well. */
const MOST_STEPS = 200

export interface Cell {
  family: Family
  windowTokens: number
  rate: number
  seed: number
  /** Names of guards and prompt sections that are left out. */
  off: readonly string[]
  /** Folder for the requests and answers of each run; null: none is written. */
  traceTo: string | null
}

export interface Ran extends Figures {
  task: string
  window: number
  rate: number
  seed: number
  /** What was left out; empty: nothing. */
  off: string
  solved: boolean
  /** Why not; empty: it is solved. */
  why: string
  exit: number | null
  subtype: string
  seconds: number
}

interface Ended {
  exit: number | null
  out: string
  error: string
}

/** Generates the repository in a temporary folder, lets the built program work on it with the limited model, and judges the result. */
export async function runOne(cell: Cell): Promise<Ran> {
  const { family, windowTokens, rate, seed, off } = cell
  const base = mkdtempSync(join(tmpdir(), 'aircoder-tasks-'))
  const root = join(base, 'work')
  const repo = family.make(seeded(hashText(`${family.name} ${seed}`)))
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  for (const [path, text] of Object.entries(repo.files)) write(path, text)
  const begun = performance.now()
  let stop: (() => void) | null = null
  const happened = { done: false, killed: false }
  const engine = await serveModel({
    windowTokens,
    rate,
    seed,
    skill: repo.skill,
    before(number) {
      const { meanwhile } = repo
      if (meanwhile === undefined || happened.done || number < meanwhile.atRequest) return true
      happened.done = true
      meanwhile.change?.(read, write)
      if (meanwhile.kill !== true) return true
      happened.killed = true
      stop?.()
      return false
    },
  })
  const drive = (words: string[]) =>
    runProgram(words, { base, root, repo, engine, off }, (end) => {
      stop = end
    })
  try {
    for (const task of repo.earlier ?? []) await drive(['run', task])
    let ended = await drive(['run', repo.task])
    if (happened.killed) ended = await drive(['resume'])
    if (repo.later !== undefined) ended = await drive(['run', '--continue', repo.later])
    const said = resultOf(ended.out)
    const why = judge(repo, read, said.text)
    const figures = measure(engine.exchanges, windowTokens)
    const ran: Ran = {
      task: family.name,
      window: windowTokens,
      rate,
      seed,
      off: off.join(','),
      solved: why === '',
      why: why === '' ? why : `${why}; ${said.text.slice(0, 200)} ${ended.error.slice(-300)}`,
      exit: ended.exit,
      subtype: said.subtype,
      ...figures,
      seconds: Math.round((performance.now() - begun) / 100) / 10,
    }
    if (cell.traceTo !== null) writeTrace(cell.traceTo, ran, engine.exchanges)
    return ran
  } finally {
    engine.close()
    rmSync(base, { recursive: true, force: true })
  }
}

function judge(repo: Repo, read: (path: string) => string, said: string): string {
  try {
    return repo.judge(read, said) ?? ''
  } catch (error) {
    return String(error)
  }
}

interface Place {
  base: string
  root: string
  repo: Repo
  engine: Engine
  off: readonly string[]
}

function runProgram(
  words: string[],
  { base, root, repo, engine, off }: Place,
  started: (stop: () => void) => void,
): Promise<Ended> {
  const flags = ['--base-url', engine.baseUrl, '--permission-mode', 'yolo', '--sandbox', 'off']
  const more = ['--output-format', 'json', '--max-steps', String(MOST_STEPS), '--no-color']
  const child = spawn(process.execPath, [PROGRAM, ...words, ...flags, ...more], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: base,
      XDG_CONFIG_HOME: join(base, 'config'),
      TMPDIR: base,
      AIRCODER_DATA_DIR: join(base, 'data'),
      AIRCODER_TEST_COMMAND: repo.testCommand,
      AIRCODER_WAIT: '0',
      ...(off.length > 0 ? { AIRCODER_ABLATE: off.join(',') } : {}),
    },
  })
  started(() => child.kill('SIGKILL'))
  return new Promise((done) => {
    let out = ''
    let error = ''
    child.stdout.on('data', (data) => (out += data))
    child.stderr.on('data', (data) => (error += data))
    child.on('close', (exit) => done({ exit, out, error }))
  })
}

function resultOf(out: string): { subtype: string; text: string } {
  try {
    const { subtype = '', text = '', result = '' } = JSON.parse(out.trim().split('\n').at(-1) ?? '')
    return { subtype, text: text || result }
  } catch {
    return { subtype: '', text: out }
  }
}

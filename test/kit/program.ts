import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Test } from 'tap'
import { noonZone } from './noon_zone.js'
import { openWarm } from './warm_program.js'

/** The built command. Tests and campaigns start in the repository; a bundle of them is elsewhere. */
export const PROGRAM = resolve('dist/aircoder.js')

export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export interface Running {
  child: ChildProcess
  ended: Promise<Ended>
  /** Resolves as soon as standard output and error together hold this. */
  said(text: string): Promise<void>
}

export interface Program {
  /** The project's folder. */
  cwd: string
  /** The folder of its ledgers. */
  data: string
  home: string
  /** The variables of its runs, with these. */
  env(more?: Record<string, string>): Record<string, string>
  /** Starts the program itself. */
  start(args: string[], options?: RunOptions): Running
  /** Runs a command in the warm process of this test file. */
  run(args: string[], options?: RunOptions): Promise<Ended>
  write(path: string, text: string): void
}

export interface RunOptions {
  env?: Record<string, string>
  /** Piped in and ended; without it standard input is empty. */
  input?: string
  cwd?: string
  /** Words for node itself; `start` alone takes them. */
  node?: string[]
}

const warm = openWarm(PROGRAM)

/** A project and a home of their own: no settings of this machine are read, no ledger of it is touched. */
export function openProgram(t: Test, files: Record<string, string> = {}): Program {
  const base = mkdtempSync(join(tmpdir(), 'aircoder-cli-'))
  const [cwd, data, home] = [join(base, 'work'), join(base, 'data'), join(base, 'home')]
  for (const folder of [cwd, home]) mkdirSync(folder)
  const children: ChildProcess[] = []
  t.teardown(() => {
    for (const child of children) if (child.exitCode === null) child.kill('SIGKILL')
    rmSync(base, { recursive: true, force: true })
  })
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    writeFileSync(join(cwd, path), text)
  }
  for (const [path, text] of Object.entries(files)) write(path, text)

  function envOf(more: Record<string, string> = {}): Record<string, string> {
    const { PATH = '' } = process.env
    // The thread of the map costs more than most of these runs.
    const own = { AIRCODER_DATA_DIR: data, AIRCODER_WAIT: '0', AIRCODER_ABLATE: 'map' }
    return { PATH, HOME: home, TZ: noonZone(), NO_COLOR: '1', ...own, ...more }
  }

  async function run(args: string[], { env, input = '', cwd: at = cwd }: RunOptions = {}) {
    return { ...(await warm({ args, env: envOf(env), cwd: at, input })), signal: null }
  }

  function start(
    args: string[],
    { env, input = '', cwd: at = cwd, node = [] }: RunOptions = {},
  ): Running {
    const clean = envOf(env)
    // The test runner puts itself into every node, and those into theirs: a user's program has none of that.
    const own = ['-u', 'NODE_OPTIONS', process.execPath, ...node, PROGRAM, ...args]
    const child = spawn('env', own, { cwd: at, env: clean })
    children.push(child)
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk) => {
      stdout += chunk
    })
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, stdout, stderr }))
    const said = async (text: string) => {
      while (!(stdout + stderr).includes(text)) {
        if (child.exitCode !== null)
          throw new Error(`it ended without "${text}": ${stdout}${stderr}`)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    }
    return { child, ended, said }
  }

  return { cwd, data, home, env: envOf, write, start, run }
}

/** The lines of a text as JSON. */
export function jsonLines(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

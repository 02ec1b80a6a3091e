import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { commandEnvironment, type Environment } from '../programs/environment.js'
import { findProgram } from '../programs/find_program.js'
import type { Sandbox } from '../sandbox/sandbox.js'
import type { SandboxUse } from '../sandbox/types.js'
import { openOutputPipe } from './output_pipe.js'
import { membersOf } from './processes.js'
import { mayMove, reporting } from './shell_report.js'
import type { CommandWords } from './types.js'

/** Where and how commands run. */
export interface CommandPlace {
  root: string
  env: Environment
  sandbox: Sandbox
}

/** A shell that runs a command in a process group of its own. */
export interface Shell {
  pid: number
  child: ChildProcess
  exit: Promise<Exit>
  /** Both streams of the command. */
  output: Readable
  /** Its output ended and was read. */
  closed: Promise<void>
  /** Its running processes, including those that left the group. */
  members: ReturnType<typeof membersOf>
  /** The restrictions of its sandbox; null outside a sandbox. */
  use: SandboxUse | null
  /** What the shell says at its end about its folder and variables; null when it is not asked. */
  report: Readable | null
  /** The variables that it started with, without those of the session. */
  started: Readonly<Record<string, string>>
}

export interface Exit {
  exitCode: number | null
  by: string | null
  problem?: string
  /** What reached its place outside of the root and what was lost, as sentences. */
  outside?: string[]
}

/**
 * One pipe for both streams keeps errors in order. It includes errors of the sandbox, so that a failed setup
 * is not mistaken for a command that failed without output. exec keeps the pid.
 */
const MERGE_STREAMS = 'exec "$@" 2>&1'

/** Starts a command, in the sandbox if there is one. Returns `problem` when it could not be started. */
export async function startShell(
  { root, env, sandbox }: CommandPlace,
  { command, folder = '', variables = {}, reports = false, outside }: CommandWords,
): Promise<Shell | { problem: string }> {
  const mark = randomBytes(8).toString('hex')
  const bash = findProgram('bash', env)
  const shell = bash ?? 'sh'
  const cwd = join(root, folder)
  if (folder !== '' && !isFolder(cwd)) return { problem: `the folder ${folder} is gone` }
  const asks = reports && bash !== null && typeof command === 'string' && mayMove(command)
  const text = asks ? reporting(command) : command
  const argv = typeof text === 'string' ? [shell, '-c', text] : text
  const wrapped = await sandbox.wrap(argv, cwd, outside)
  if ('problem' in wrapped) return wrapped
  const started = { ...commandEnvironment(env, mark), ...wrapped.env }
  const pipe = await openOutputPipe(env)
  let child: ChildProcess
  try {
    child = spawn(shell, ['-c', MERGE_STREAMS, shell, ...wrapped.argv], {
      cwd,
      env: { ...started, ...variables },
      detached: true,
      stdio: ['ignore', pipe?.writeFd ?? 'pipe', 'ignore', asks ? 'pipe' : 'ignore'],
    })
  } catch (error) {
    // A null byte, or a command that is too long for one argument.
    wrapped.finish()
    pipe?.reader.destroy()
    return { problem: (error as Error).message }
  } finally {
    pipe?.release()
  }
  // No process of the sandbox is left when bubblewrap has ended.
  const exit = whenExited(child).then((end) => ({ ...end, outside: wrapped.finish() }))
  const { pid } = child
  const output = pipe?.reader ?? child.stdout
  if (pid === undefined || output === null) {
    output?.destroy()
    return { problem: (await exit).problem ?? 'no process' }
  }
  const report = asks ? ((child.stdio[3] ?? null) as Readable | null) : null
  return {
    pid,
    child,
    exit,
    output,
    closed: whenClosed(child, output),
    members: membersOf(pid, mark),
    use: wrapped.use,
    report,
    started,
  }
}

/** Not through a link: it may lead out of the workspace since it was stored. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory() && realpathSync.native(path) === path
  } catch {
    return false
  }
}

async function whenClosed(child: ChildProcess, output: Readable): Promise<void> {
  await Promise.all(
    [child, output].map(
      (one) => new Promise<void>((resolve) => one.once('close', () => resolve())),
    ),
  )
}

function whenExited(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('exit', (exitCode, by) => resolve({ exitCode, by }))
    child.once('error', (error) => resolve({ exitCode: null, by: null, problem: error.message }))
  })
}

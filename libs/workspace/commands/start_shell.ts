import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { commandEnvironment, type Environment } from '../programs/environment.js'
import { findProgram } from '../programs/find_program.js'
import type { Sandbox } from '../sandbox/sandbox.js'
import type { SandboxUse } from '../sandbox/types.js'
import { membersOf } from './processes.js'

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
  /** Its running processes, including those that left the group. */
  members: ReturnType<typeof membersOf>
  /** The restrictions of its sandbox; null outside a sandbox. */
  use: SandboxUse | null
}

export interface Exit {
  exitCode: number | null
  by: string | null
  problem?: string
}

/**
 * One pipe for both streams keeps errors in order. It includes errors of the sandbox, so that a failed setup
 * is not mistaken for a command that failed without output. exec keeps the pid.
 */
const MERGE_STREAMS = 'exec "$@" 2>&1'

/** Starts a command, in the sandbox if there is one. Returns `problem` when it could not be started. */
export async function startShell(
  { root, env, sandbox }: CommandPlace,
  command: string,
): Promise<Shell | { problem: string }> {
  const mark = randomBytes(8).toString('hex')
  const shell = findProgram('bash', env) ?? 'sh'
  const wrapped = await sandbox.wrap([shell, '-c', command])
  if ('problem' in wrapped) return wrapped
  let child: ChildProcess
  try {
    child = spawn(shell, ['-c', MERGE_STREAMS, shell, ...wrapped.argv], {
      cwd: root,
      env: { ...commandEnvironment(env, mark), ...wrapped.env },
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch (error) {
    // A null byte, or a command that is too long for one argument.
    return { problem: (error as Error).message }
  }
  const exit = whenExited(child)
  const { pid } = child
  if (pid === undefined) return { problem: (await exit).problem ?? 'no process' }
  return { pid, child, exit, members: membersOf(pid, mark), use: wrapped.use }
}

function whenExited(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('exit', (exitCode, by) => resolve({ exitCode, by }))
    child.once('error', (error) => resolve({ exitCode: null, by: null, problem: error.message }))
  })
}

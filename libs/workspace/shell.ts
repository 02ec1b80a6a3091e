import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { LIMITS } from '#core'
import { commandEnvironment, type Environment } from './environment.js'
import { createOutputRing, type OutputRing } from './output_ring.js'
import { endAll, membersOf, processStart } from './processes.js'
import type { CommandRequest, CommandResult } from './types.js'

/** How long processes that a command left behind may still take to end by themselves. */
const LINGER_MS = 250

/** One pipe for both streams, so that errors stand where they happened. exec keeps the pid. */
const MERGE_STREAMS = 'exec "$0" -c "$1" 2>&1'

/**
 * Runs a command in a shell of its own process group and returns what came of it. The deadline holds
 * whatever the command does: its group and whatever left it are ended, the pipes are closed.
 * @returns a value also when the shell could not be started; throws only what `onSpawn` or `onOutput` throws,
 *   after the command was ended
 */
export async function runCommand(
  { root, env }: { root: string; env: Environment },
  request: CommandRequest,
): Promise<CommandResult> {
  const { signal, timeoutMs } = request
  if (signal?.aborted) return notStarted('interrupted before it started', true)
  const mark = randomBytes(8).toString('hex')
  const shell = findProgram('bash', env) ?? 'sh'
  const child = start(shell, request.command, root, commandEnvironment(env, mark))
  if (child instanceof Error) return notStarted(child.message, false)
  const { pid } = child
  const exit = whenExited(child)
  if (pid === undefined) return notStarted((await exit).problem ?? 'no process', false)

  const members = membersOf(pid, mark)
  try {
    request.onSpawn?.(pid, processStart(pid))
  } catch (error) {
    // It could not be recorded: then it must not run either.
    await endAll(members)
    child.stdout?.destroy()
    throw error
  }

  const ring = createOutputRing(LIMITS.commandOutputBytes)
  const broken = new AbortController()
  const stopProgress = collect(child, ring, request, (error) => broken.abort(error))
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const why = await firstOf(exit, timeoutMs, [signal, broken.signal])
  const ended = why !== 'exit' || (await waitForLeftovers(members))
  if (ended) await endAll(members)
  // A process that even SIGKILL does not end, or a pipe that others hold, is not waited for.
  const { exitCode, by } = await Promise.race([exit, wait(LINGER_MS, UNKNOWN, { ref: false })])
  await Promise.race([closed, wait(LINGER_MS, undefined, { ref: false })])
  child.stdout?.destroy()
  stopProgress()
  if (broken.signal.aborted) throw broken.signal.reason
  return {
    exitCode,
    signal: by,
    output: ring.text(),
    timedOut: why === 'deadline',
    aborted: why === 'abort',
    truncated: ring.truncated(),
    endedLeftovers: ended && why === 'exit',
  }
}

/** The full path of a program on the PATH given, or null. */
export function findProgram(name: string, env: Environment): string | null {
  const folders = (env.PATH ?? '').split(':').filter((folder) => folder.startsWith('/'))
  return folders.map((folder) => join(folder, name)).find(isExecutable) ?? null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function start(
  shell: string,
  command: string,
  cwd: string,
  env: Record<string, string>,
): ChildProcess | Error {
  try {
    return spawn(shell, ['-c', MERGE_STREAMS, shell, command], {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch (error) {
    // A null byte or a command too long for one argument.
    return error as Error
  }
}

interface Exit {
  exitCode: number | null
  by: string | null
  problem?: string
}

const UNKNOWN: Exit = { exitCode: null, by: null }

function whenExited(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('exit', (exitCode, by) => resolve({ exitCode, by }))
    child.once('error', (error) => resolve({ exitCode: null, by: null, problem: error.message }))
  })
}

function firstOf(
  exit: Promise<Exit>,
  timeoutMs: number,
  signals: (AbortSignal | undefined)[],
): Promise<'exit' | 'deadline' | 'abort'> {
  return new Promise((resolve) => {
    const any = AbortSignal.any(signals.filter((one) => one !== undefined))
    const settle = (why: 'exit' | 'deadline' | 'abort') => {
      clearTimeout(timer)
      any.removeEventListener('abort', onAbort)
      resolve(why)
    }
    const onAbort = () => settle('abort')
    const timer = setTimeout(() => settle('deadline'), Math.min(timeoutMs, LIMITS.commandMaxMs))
    any.addEventListener('abort', onAbort)
    if (any.aborted) onAbort()
    void exit.then(() => settle('exit'))
  })
}

async function waitForLeftovers(members: () => unknown[]): Promise<boolean> {
  const until = performance.now() + LINGER_MS
  while (members().length > 0) {
    if (performance.now() > until) return true
    await wait(20)
  }
  return false
}

/** Reads the output into the ring and tells how it goes; returns what stops the telling. */
function collect(
  child: ChildProcess,
  ring: OutputRing,
  { onOutput }: CommandRequest,
  onTrouble: (error: unknown) => void,
): () => void {
  let fresh = false
  child.stdout?.on('data', (chunk: Buffer) => {
    ring.push(chunk)
    fresh = true
  })
  // A pipe closed by us while bytes come in is no fault of the command.
  child.stdout?.on('error', () => undefined)
  if (!onOutput) return () => undefined
  const tell = () => {
    if (!fresh) return
    fresh = false
    try {
      onOutput(ring.last(LIMITS.progressBytes))
    } catch (error) {
      onTrouble(error)
    }
  }
  const timer = setInterval(tell, LIMITS.progressMs)
  return () => clearInterval(timer)
}

function notStarted(reason: string, aborted: boolean): CommandResult {
  return {
    exitCode: null,
    signal: null,
    output: aborted ? '' : `The command could not be started: ${reason}`,
    timedOut: false,
    aborted,
    truncated: false,
    endedLeftovers: false,
  }
}

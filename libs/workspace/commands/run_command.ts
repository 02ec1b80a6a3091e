import type { ChildProcess } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { LIMITS } from '#core'
import { drain } from './drain.js'
import { createOutputRing, type OutputRing } from './output_ring.js'
import { endAll, processStart } from './processes.js'
import { type CommandPlace, type Exit, startShell } from './start_shell.js'
import type { CommandRequest, CommandResult } from './types.js'

/** How long processes that a command left behind may still take to end by themselves. */
const LINGER_MS = 250

/**
 * Runs a command in a shell of its own process group and returns what came of it. The deadline holds
 * whatever the command does: its group and whatever left it are ended, the pipes are closed.
 * @returns a value also when the shell could not be started; throws only what `onSpawn` or `onOutput` throws,
 *   after the command was ended
 */
export async function runCommand(
  place: CommandPlace,
  request: CommandRequest,
): Promise<CommandResult> {
  const { signal, timeoutMs } = request
  if (signal?.aborted) return notStarted('interrupted before it started', true)
  const shell = await startShell(place, request.command)
  if ('problem' in shell) return notStarted(shell.problem, false)
  const { pid, child, exit, members, use } = shell
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
  const wall = use === null || exitCode !== 1 ? undefined : WALL_FAILED.exec(ring.text())?.[1]
  if (wall !== undefined)
    return notStarted(
      `the sandbox could not be set up: ${wall}. --sandbox off runs without it`,
      false,
    )
  return {
    exitCode,
    signal: by,
    output: ring.text(),
    timedOut: why === 'deadline',
    aborted: why === 'abort',
    truncated: ring.truncated(),
    endedLeftovers: ended && why === 'exit',
    ...(use === null ? {} : { sandbox: use }),
  }
}

/** All that bubblewrap says when it gives up before the command. */
const WALL_FAILED = /^bwrap: (.+)\n?$/

const UNKNOWN: Exit = { exitCode: null, by: null }

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
  drain(child.stdout, (chunk) => {
    ring.push(chunk)
    fresh = true
  })
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

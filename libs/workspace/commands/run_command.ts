import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { LIMITS } from '#core'
import { drain } from './drain.js'
import { createOutputRing, type OutputRing } from './output_ring.js'
import { endAll, killAtExit, processStart } from './processes.js'
import { collectReport } from './shell_report.js'
import { type CommandPlace, type Exit, type Shell, startShell } from './start_shell.js'
import type { CommandRequest, CommandResult } from './types.js'
import { within } from './within.js'

/** The time in which processes that a command left behind may end by themselves. */
const LINGER_MS = 250

/** Output that does not come for so long after the end does not come any more: a process that left holds the pipe. */
const QUIET_MS = 2_000

/**
 * Runs a command in a shell with a process group of its own. At the deadline all its processes are ended,
 * also those that left the group, and the pipes are closed.
 * @returns a value also when the shell cannot be started
 * @throws only what `onSpawn` or `onOutput` throws, after the command was ended
 */
export async function runCommand(
  place: CommandPlace,
  request: CommandRequest,
): Promise<CommandResult> {
  if (request.signal?.aborted) return notStarted('interrupted before it started', true)
  const shell = await startShell(place, request)
  if ('problem' in shell) return notStarted(shell.problem, false)
  const release = killAtExit(shell.members)
  try {
    return await follow(shell, request)
  } finally {
    release()
  }
}

async function follow(shell: Shell, request: CommandRequest): Promise<CommandResult> {
  const { signal, timeoutMs } = request
  const { pid, output, exit, closed, members, use } = shell
  const readEnd = collectReport(shell)
  try {
    request.onSpawn?.(pid, processStart(pid))
  } catch (error) {
    // A command that could not be recorded must not run.
    await endAll(members)
    output.destroy()
    throw error
  }

  const ring = createOutputRing(LIMITS.commandOutputBytes)
  const broken = new AbortController()
  const stopProgress = collect(output, ring, {
    onOutput: request.onOutput,
    onError: (error) => broken.abort(error),
  })
  let reason: Awaited<ReturnType<typeof firstOf>>
  let ended: boolean
  let exited: Exit
  let left: ReturnType<typeof readEnd> = null
  try {
    reason = await firstOf(exit, timeoutMs, [signal, broken.signal])
    ended = reason !== 'exit' || (await waitForLeftovers(members))
    if (ended) await endAll(members)
    // Do not wait for a process that SIGKILL does not end, or for a pipe that others keep open.
    exited = await within(exit, LINGER_MS, UNKNOWN)
    await untilQuiet(closed, () => ring.bytes())
  } finally {
    output.destroy()
    stopProgress()
    left = readEnd()
  }
  const { exitCode, by, outside = [] } = exited
  if (broken.signal.aborted) throw broken.signal.reason
  const setupError = use === null || exitCode !== 1 ? null : SETUP_FAILED.exec(ring.text())
  if (setupError !== null)
    return notStarted(
      `the sandbox could not be set up: ${setupError[1]}. --sandbox off runs without it`,
      false,
    )
  return {
    exitCode,
    signal: by,
    output: ring.text(),
    timedOut: reason === 'deadline',
    aborted: reason === 'abort',
    truncated: ring.truncated(),
    endedLeftovers: ended && reason === 'exit',
    ...(use === null ? {} : { sandbox: use }),
    ...(outside.length === 0 ? {} : { outside }),
    ...(left === null ? {} : { left }),
  }
}

/** The whole output of bubblewrap when it fails before the command starts. */
const SETUP_FAILED = /^bwrap: (.+)\n?$/

const UNKNOWN: Exit = { exitCode: null, by: null }

function firstOf(
  exit: Promise<Exit>,
  timeoutMs: number,
  signals: (AbortSignal | undefined)[],
): Promise<'exit' | 'deadline' | 'abort'> {
  return new Promise((resolve) => {
    const any = AbortSignal.any(signals.filter((one) => one !== undefined))
    const end = (reason: 'exit' | 'deadline' | 'abort') => {
      clearTimeout(timer)
      any.removeEventListener('abort', onAbort)
      resolve(reason)
    }
    const onAbort = () => end('abort')
    const timer = setTimeout(() => end('deadline'), Math.min(timeoutMs, LIMITS.commandMaxMs))
    any.addEventListener('abort', onAbort)
    if (any.aborted) onAbort()
    void exit.then(() => end('exit'))
  })
}

/** Waits until the output was read to its end. On a busy machine that takes a while after the exit. */
async function untilQuiet(closed: Promise<void>, bytes: () => number): Promise<void> {
  const end = closed.then(() => true)
  for (let before = -1; before !== bytes(); ) {
    before = bytes()
    if (await within(end, QUIET_MS, false)) return
  }
}

async function waitForLeftovers(members: () => unknown[]): Promise<boolean> {
  const until = performance.now() + LINGER_MS
  while (members().length > 0) {
    if (performance.now() > until) return true
    await wait(20)
  }
  return false
}

/** Reads the output into the ring and reports progress; returns a function that stops the reports. */
function collect(
  output: Readable,
  ring: OutputRing,
  { onOutput, onError }: Pick<CommandRequest, 'onOutput'> & { onError(error: unknown): void },
): () => void {
  let fresh = false
  drain(output, (chunk) => {
    ring.push(chunk)
    fresh = true
  })
  if (!onOutput) return () => undefined
  const report = () => {
    if (!fresh) return
    fresh = false
    try {
      onOutput(ring.last(LIMITS.progressBytes))
    } catch (error) {
      onError(error)
    }
  }
  const timer = setInterval(report, LIMITS.progressMs)
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

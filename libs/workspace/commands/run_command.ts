import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { LIMITS } from '#core'
import type { Adopter } from './background.js'
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
 * @param background  takes the command over when the request says that it moves
 * @returns a value also when the shell cannot be started
 * @throws only what `onSpawn` or `onOutput` throws, after the command was ended
 */
export async function runCommand(
  place: CommandPlace,
  request: CommandRequest,
  background?: Adopter,
): Promise<CommandResult> {
  if (request.signal?.aborted) return notStarted('interrupted before it started', true)
  const shell = await startShell(place, request)
  if ('problem' in shell) return notStarted(shell.problem, false)
  const release = killAtExit(shell.members)
  try {
    return await follow(shell, request, background)
  } finally {
    release()
  }
}

async function follow(
  shell: Shell,
  request: CommandRequest,
  background: Adopter | undefined,
): Promise<CommandResult> {
  const { signal, timeoutMs } = request
  const move = background === undefined ? undefined : request.move
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
  const collected = collect(output, ring, {
    onOutput: request.onOutput,
    onError: (error) => broken.abort(error),
  })
  const reason = await firstOf(exit, timeoutMs, { aborts: [signal, broken.signal], move })
  if (reason === 'move' && background !== undefined) {
    collected.stop()
    // Its shell may still report its end: a pipe that nobody reads would end it before.
    const { report } = shell
    if (report !== null && 'unref' in report && typeof report.unref === 'function') report.unref()
    const words = typeof request.command === 'string' ? request.command : request.command.join(' ')
    const { id, take } = background.adopt(words, shell)
    collected.redirect(take)
    return { ...RUNNING, output: ring.text(), truncated: ring.truncated(), movedTo: id }
  }
  let ended: boolean
  let exited: Exit
  let left: ReturnType<typeof readEnd> = null
  try {
    ended = reason !== 'exit' || (await waitForLeftovers(members))
    if (ended) await endAll(members)
    // Do not wait for a process that SIGKILL does not end, or for a pipe that others keep open.
    exited = await within(exit, LINGER_MS, UNKNOWN)
    await untilQuiet(closed, () => ring.bytes())
  } finally {
    output.destroy()
    collected.stop()
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

/** What is known of a command that has not ended. */
const RUNNING = {
  exitCode: null,
  signal: null,
  timedOut: false,
  aborted: false,
  endedLeftovers: false,
}

type Reason = 'exit' | 'deadline' | 'abort' | 'move'

function firstOf(
  exit: Promise<Exit>,
  timeoutMs: number,
  { aborts, move }: { aborts: (AbortSignal | undefined)[]; move: AbortSignal | undefined },
): Promise<Reason> {
  return new Promise((resolve) => {
    const any = AbortSignal.any(aborts.filter((one) => one !== undefined))
    const end = (reason: Reason) => {
      clearTimeout(timer)
      any.removeEventListener('abort', onAbort)
      move?.removeEventListener('abort', onMove)
      resolve(reason)
    }
    const onAbort = () => end('abort')
    const onMove = () => end('move')
    const timer = setTimeout(() => end('deadline'), Math.min(timeoutMs, LIMITS.commandMaxMs))
    any.addEventListener('abort', onAbort)
    move?.addEventListener('abort', onMove)
    if (any.aborted) onAbort()
    else if (move?.aborted) onMove()
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

/** The output of a running command on its way. */
interface Collected {
  /** Ends the reports of progress. */
  stop(): void
  /** Gives all further output away. */
  redirect(take: (chunk: Buffer) => void): void
}

/** Reads the output into the ring and reports progress. */
function collect(
  output: Readable,
  ring: OutputRing,
  { onOutput, onError }: Pick<CommandRequest, 'onOutput'> & { onError(error: unknown): void },
): Collected {
  let fresh = false
  let take = (chunk: Buffer) => {
    ring.push(chunk)
    fresh = true
  }
  drain(output, (chunk) => take(chunk))
  const redirect: Collected['redirect'] = (next) => {
    take = next
  }
  if (!onOutput) return { stop() {}, redirect }
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
  return { stop: () => clearInterval(timer), redirect }
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

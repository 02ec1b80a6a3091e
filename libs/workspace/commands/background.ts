import { setTimeout as wait } from 'node:timers/promises'
import { LIMITS } from '#core'
import { drain } from './drain.js'
import { createOutputRing, type OutputRing } from './output_ring.js'
import { endAll, processStart } from './processes.js'
import { type CommandPlace, type Shell, startShell } from './start_shell.js'
import type { Background, BackgroundRead } from './types.js'
import { within } from './within.js'

/** How long a start or a read waits for new output. */
const OUTPUT_WAIT_MS = 2_000
const POLL_MS = 25

interface Job {
  id: string
  command: string
  shell: Shell
  /** Output since the last read. */
  unread: OutputRing
  printed: boolean
  take(chunk: Buffer): void
  end: { exitCode: number | null; signal: string | null } | null
  /** `end` is known, and the output before it was read. */
  ended: Promise<void>
}

/** Takes over the shell of a command that runs in the foreground. */
export interface Adopter {
  /** @returns the id, and where its output goes from now on */
  adopt(command: string, shell: Shell): { id: string; take(chunk: Buffer): void }
}

/**
 * Runs commands while the model works; they are started, read and stopped by id. All are ended when this
 * process ends, also by SIGTERM or SIGHUP.
 */
export function createBackground(place: CommandPlace): Background & Adopter {
  const jobs = new Map<string, Job>()
  let started = 0
  let guarded = false

  const running = () => [...jobs.values()].filter((job) => job.end === null)

  function guardExit(): void {
    if (guarded) return
    guarded = true
    const kill = () => {
      for (const job of running()) for (const { pid } of job.shell.members()) killNow(pid)
    }
    process.once('exit', kill)
    for (const signal of ['SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => {
        kill()
        // Other listeners end the program themselves. Without one, the signal has its default effect.
        if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
      })
  }

  function add(command: string, shell: Shell): Job {
    started += 1
    const job = follow(`c${started}`, command, shell)
    jobs.set(job.id, job)
    return job
  }

  return {
    // Not held to the limit: the person asked for it, and the command runs already.
    adopt(command, shell) {
      guardExit()
      const { id, take } = add(command, shell)
      return { id, take }
    },
    async start({ command, folder, variables, outside, onSpawn, signal }) {
      if (running().length >= LIMITS.backgroundCommands)
        return {
          ok: false,
          message: `${LIMITS.backgroundCommands} commands already run in the background. Stop one first: ${running()
            .map(({ id }) => id)
            .join(', ')}.`,
        }
      const shell = await startShell(place, { command, folder, variables, outside })
      if ('problem' in shell) return { ok: false, message: shell.problem }
      guardExit()
      try {
        onSpawn?.(shell.pid, processStart(shell.pid))
      } catch (error) {
        // A command that could not be recorded must not run.
        await endAll(shell.members)
        shell.output.destroy()
        throw error
      }
      const job = add(command, shell)
      drain(shell.output, job.take)
      await waitForOutput(job, signal)
      return { ok: true, ...takeOutput(job) }
    },
    async read(id, signal) {
      const job = jobs.get(id)
      if (job === undefined) return null
      await waitForOutput(job, signal)
      return takeOutput(job)
    },
    async stop(id) {
      const job = jobs.get(id)
      if (job === undefined) return null
      await endAll(job.shell.members)
      await within(job.ended, LIMITS.killGraceMs, undefined)
      return takeOutput(job)
    },
    owns: (pid) => [...jobs.values()].some((job) => job.shell.pid === pid),
    ids: () => [...jobs.keys()],
    isBusy: () => running().length > 0,
    running: () => running().map(({ command }) => command),
    async endAll() {
      await Promise.all(running().map((job) => endAll(job.shell.members)))
    },
  }
}

function follow(id: string, command: string, shell: Shell): Job {
  const unread = createOutputRing(LIMITS.backgroundBytes)
  const job: Job = {
    ...{ id, command, shell, unread, printed: false, end: null, ended: shell.closed },
    take(chunk) {
      job.unread.push(chunk)
      job.printed = true
    },
  }
  // Neither the pipe nor the process keeps this program alive.
  shell.child.unref()
  const { output } = shell
  if ('unref' in output && typeof output.unref === 'function') output.unref()
  job.ended = shell.exit.then(async ({ exitCode, by, outside = [] }) => {
    // Its last lines are read first, unless processes that it left hold the pipe.
    const isAlone = shell.members().length === 0
    await within(shell.closed, isAlone ? OUTPUT_WAIT_MS : POLL_MS, undefined)
    for (const line of outside) job.unread.push(Buffer.from(`${line}\n`))
    job.end = { exitCode, signal: by }
    // Processes that the shell left behind would run on unnoticed.
    await endAll(shell.members)
  })
  return job
}

async function waitForOutput(job: Job, signal: AbortSignal | undefined): Promise<void> {
  const until = performance.now() + OUTPUT_WAIT_MS
  while (job.end === null && !job.printed && performance.now() < until && !signal?.aborted)
    await wait(POLL_MS)
  // Output often arrives in several chunks.
  if (job.end === null || job.printed) await wait(POLL_MS * 2)
}

function takeOutput(job: Job): BackgroundRead {
  const output = job.unread.text()
  job.unread = createOutputRing(LIMITS.backgroundBytes)
  job.printed = false
  const { id, command, end } = job
  return { id, command, output, end }
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended in the meantime.
  }
}

import { setTimeout as wait } from 'node:timers/promises'
import { LIMITS } from '#core'
import { drain } from './drain.js'
import { createOutputRing, type OutputRing } from './output_ring.js'
import { endAll, processStart } from './processes.js'
import { type CommandPlace, type Shell, startShell } from './start_shell.js'
import type { Background, BackgroundRead } from './types.js'

/** How long a start, or a look that finds nothing new, waits for something to be said. */
const LISTEN_MS = 2_000
const POLL_MS = 25

interface Job {
  id: string
  command: string
  shell: Shell
  /** What was printed since the last look. */
  unread: OutputRing
  printed: boolean
  end: { exitCode: number | null; signal: string | null } | null
}

/**
 * The commands that go on while the model works: started, looked at and stopped by id. They live as long
 * as this process at most: all are ended when it ends, also by SIGTERM or SIGHUP.
 */
export function createBackground(place: CommandPlace): Background {
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
        // Whoever else listens ends the program in its own way; else it ends as if nobody had listened.
        if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
      })
  }

  return {
    async start({ command, onSpawn, signal }) {
      if (running().length >= LIMITS.backgroundCommands)
        return {
          ok: false,
          message: `${LIMITS.backgroundCommands} commands run in the background already. Stop one first: ${running()
            .map(({ id }) => id)
            .join(', ')}.`,
        }
      const shell = await startShell(place, command)
      if ('problem' in shell) return { ok: false, message: shell.problem }
      guardExit()
      try {
        onSpawn?.(shell.pid, processStart(shell.pid))
      } catch (error) {
        // It could not be recorded: then it must not run either.
        await endAll(shell.members)
        shell.child.stdout?.destroy()
        throw error
      }
      started += 1
      const job = follow(`c${started}`, command, shell)
      jobs.set(job.id, job)
      await listen(job, signal)
      return { ok: true, ...look(job) }
    },
    async read(id, signal) {
      const job = jobs.get(id)
      if (job === undefined) return null
      await listen(job, signal)
      return look(job)
    },
    async stop(id) {
      const job = jobs.get(id)
      if (job === undefined) return null
      await endAll(job.shell.members)
      await Promise.race([job.shell.exit, wait(LIMITS.killGraceMs, undefined, { ref: false })])
      return look(job)
    },
    owns: (pid) => [...jobs.values()].some((job) => job.shell.pid === pid),
    ids: () => [...jobs.keys()],
    async endAll() {
      await Promise.all(running().map((job) => endAll(job.shell.members)))
    },
  }
}

function follow(id: string, command: string, shell: Shell): Job {
  const unread = createOutputRing(LIMITS.backgroundBytes)
  const job: Job = { id, command, shell, unread, printed: false, end: null }
  drain(shell.child.stdout, (chunk) => {
    job.unread.push(chunk)
    job.printed = true
  })
  // Neither the pipe nor the process keeps this program from its end.
  shell.child.unref()
  const { stdout } = shell.child
  if (stdout !== null && 'unref' in stdout && typeof stdout.unref === 'function') stdout.unref()
  void shell.exit.then(async ({ exitCode, by }) => {
    job.end = { exitCode, signal: by }
    // What its shell left behind would hold on to the machine with nobody to stop it.
    await endAll(shell.members)
  })
  return job
}

async function listen(job: Job, signal: AbortSignal | undefined): Promise<void> {
  const until = performance.now() + LISTEN_MS
  while (job.end === null && !job.printed && performance.now() < until && !signal?.aborted)
    await wait(POLL_MS)
  // What comes with the first words belongs to them; the last words come after the end.
  if (job.end === null || job.printed) await wait(POLL_MS * 2)
}

function look(job: Job): BackgroundRead {
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
    // It ended meanwhile.
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, watch } from 'node:fs'
import type { Readable } from 'node:stream'
import type { Build } from './builds.js'
import type { Mark } from './phases.js'

/** When a process is killed: whatever comes first of the trigger and the time. */
export interface Aim {
  /** After this many milliseconds at the latest. */
  atMs: number
  /** Or after the nth mark of this letter. */
  mark?: Mark
  /** Or at the nth change in this folder, or only of this name in it. */
  folder?: string
  name?: string
  nth: number
  /** From the trigger to the kill; 0: a marked build waits at its mark until then. */
  delayMs: number
}

/** How a process lived and ended. */
export interface Life {
  killed: boolean
  exitCode: number | null
  /** What it printed, as far as it was whole. */
  events: { type?: string; [key: string]: unknown }[]
  errors: string
  /** All marks in order; '' for a build without. */
  marks: string
  /** From the start to the first line and to the end. */
  readyMs: number | null
  ms: number
}

/** A process waits so long at its mark to be killed. It is killed at once; on a busy machine that takes its time. */
const HOLD_MS = 60_000

/** Starts a program and kills it at the aim; null lets it live to its end. Only this process is killed. */
export async function live(
  build: Build,
  args: readonly string[],
  env: Record<string, string>,
  aim: Aim | null,
): Promise<Life> {
  const begun = performance.now()
  const holdMs = aim?.delayMs === 0 ? HOLD_MS : 0
  const hold = aim?.mark === undefined ? {} : { mark: aim.mark, nth: aim.nth, holdMs }
  const words = [...(build.through ?? []), process.execPath, ...build.args, ...args]
  const child = spawn(words[0] ?? '', words.slice(1), {
    stdio: ['ignore', 'pipe', 'pipe', build.marked ? 'pipe' : 'ignore'],
    env: { ...env, CRASH_AIM: JSON.stringify(hold) },
  })
  const out = collect(child.stdout)
  const errors = collect(child.stderr)
  const marks = collect(child.stdio[3] as Readable | null)
  let readyMs: number | null = null
  out.onMore(() => {
    readyMs ??= performance.now() - begun
  })
  const disarm = aim === null ? () => {} : arm(child, aim, marks)
  const [exitCode, signal] = await new Promise<[number | null, string | null]>((resolve) => {
    child.once('close', (code, by) => resolve([code, by]))
  })
  disarm()
  return {
    killed: signal === 'SIGKILL',
    exitCode,
    events: wholeLines(out.text()),
    errors: errors.text(),
    marks: marks.text(),
    readyMs,
    ms: performance.now() - begun,
  }
}

interface Collected {
  text(): string
  onMore(listen: () => void): void
}

function collect(stream: Readable | null): Collected {
  let text = ''
  let notify = () => {}
  stream?.setEncoding('utf8').on('data', (more: string) => {
    text += more
    notify()
  })
  return {
    text: () => text,
    onMore(listen) {
      notify = listen
    },
  }
}

/** Sets up the kill; returns what takes the triggers down again. */
function arm(child: ChildProcess, aim: Aim, marks: Collected): () => void {
  const kill = () => void child.kill('SIGKILL')
  const timers = [setTimeout(kill, aim.atMs)]
  let seen = 0
  const hit = () => {
    seen += 1
    if (seen !== aim.nth) return
    if (aim.delayMs === 0) kill()
    else timers.push(setTimeout(kill, aim.delayMs))
  }
  const { mark, folder, name } = aim
  if (mark !== undefined) {
    marks.onMore(() => {
      const count = marks.text().split(mark).length - 1
      while (seen < count) hit()
    })
  }
  const isThere = folder !== undefined && existsSync(folder)
  const watcher = isThere
    ? watch(folder, (_, changed) => {
        if (name === undefined || name === changed) hit()
      })
    : null
  return () => {
    for (const timer of timers) clearTimeout(timer)
    watcher?.close()
  }
}

function wholeLines(text: string): Life['events'] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
}

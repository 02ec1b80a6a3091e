import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { LIMITS } from '#core'
import { COMMAND_MARK } from '../programs/environment.js'

interface ProcessFacts {
  /** Negative: all processes of the group. */
  pid: number
  group: number
  /** true for a zombie, which `kill(pid, 0)` still finds. */
  ended: boolean
  startTime: string
}

const HAS_PROC = existsSync('/proc/self/stat')
const POLL_MS = 25

/**
 * When a process started, as a string that can only be compared: the boot id and the clock ticks since boot
 * (field 22 of /proc/PID/stat), or the output of `ps -o lstart=` where there is no /proc.
 * @returns '' when there is no such process
 */
export function processStart(pid: number): string {
  return findProcess(pid)?.startTime ?? ''
}

/** Whether the process with this pid still runs and has this start time: pids are reused. */
export function processIsOurs(pid: number, startTime: string): boolean {
  const found = findProcess(pid)
  return found !== null && !found.ended && startTime !== '' && found.startTime === startTime
}

/**
 * Ends the process group of a command after a crash: SIGTERM, then SIGKILL after LIMITS.killGraceMs. Does
 * nothing when the pid belongs to another process now.
 * @returns whether a process of ours was still running
 */
export async function endGroup(pid: number, startTime: string): Promise<boolean> {
  const leader = findProcess(pid)
  if (leader !== null && leader.startTime !== startTime) return false
  const mark = leader === null ? null : readMark(pid)
  // Without its leader a group is recognised by its number and by the mark in the environment.
  const members = () =>
    runningNow().filter(
      (one) =>
        (one.group === pid && (leader !== null || readMark(one.pid) !== null)) ||
        (mark !== null && carries(one.pid, mark)),
    )
  if (members().length === 0) return false
  await endAll(members)
  return true
}

/**
 * Every running process of a command that was just started: the members of its group, and those with its mark that
 * left the group. Where processes cannot be listed, as with too many open files, the group counts as one process.
 */
export function membersOf(group: number, mark: string): () => ProcessFacts[] {
  const since = HAS_PROC ? ticksOf(processStart(group)) : 0
  return () => {
    try {
      // A process that is older than the command has no mark of it, so its environment is not read.
      const isLater = ({ startTime }: ProcessFacts) => ticksOf(startTime) >= since
      return runningNow().filter(
        (one) => one.group === group || (isLater(one) && carries(one.pid, mark)),
      )
    } catch {
      return groupRuns(group) ? [{ pid: -group, group, ended: false, startTime: '' }] : []
    }
  }
}

/** The clock ticks of a start time from /proc; 0: unknown. */
function ticksOf(startTime: string): number {
  return Number(startTime.slice(startTime.indexOf(':') + 1)) || 0
}

/** Whether a process of a group is left. */
function groupRuns(group: number): boolean {
  try {
    return process.kill(-group, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Sends SIGTERM to all and SIGKILL to those that still run after LIMITS.killGraceMs. */
export async function endAll(members: () => ProcessFacts[]): Promise<void> {
  const own = process.pid
  const signal = (name: 'SIGTERM' | 'SIGKILL') => {
    const left = members().filter((one) => one.pid !== own)
    for (const one of left) send(one.pid, name)
    return left.length
  }
  const until = performance.now() + LIMITS.killGraceMs
  if (signal('SIGTERM') === 0) return
  while (performance.now() < until) {
    await wait(POLL_MS)
    if (members().length === 0) return
  }
  // A tree that forks quickly needs several rounds. A process that cannot be killed ends the attempt.
  const giveUp = performance.now() + LIMITS.killGraceMs
  while (signal('SIGKILL') > 0 && performance.now() < giveUp) await wait(POLL_MS)
}

/**
 * Kills these processes when this program ends by itself before they did, as after a second Ctrl+C.
 * @returns a function that releases them
 */
export function killAtExit(members: () => ProcessFacts[]): () => void {
  const kill = () => {
    for (const { pid } of members()) send(pid, 'SIGKILL')
  }
  process.once('exit', kill)
  return () => void process.off('exit', kill)
}

function send(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // ESRCH: it ended in the meantime. EPERM: it changed its user and cannot be signalled.
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ESRCH' && code !== 'EPERM') throw error
  }
}

function runningNow(): ProcessFacts[] {
  const all = HAS_PROC
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map((name) => readProc(Number(name)))
    : readPs(['-A'])
  return all.filter((one): one is ProcessFacts => one !== null && !one.ended)
}

function findProcess(pid: number): ProcessFacts | null {
  if (!Number.isInteger(pid) || pid <= 0) return null
  return HAS_PROC ? readProc(pid) : (readPs(['-p', String(pid)])[0] ?? null)
}

function readProc(pid: number): ProcessFacts | null {
  const stat = read(`/proc/${pid}/stat`)
  if (stat === null) return null
  // The name in parentheses may contain any character; the fields after it are counted from 3.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state = '', , group = ''] = fields
  return {
    pid,
    group: Number(group),
    ended: state === 'Z' || state === 'X',
    startTime: `${bootId()}:${fields[19] ?? ''}`,
  }
}

/** It changes with a restart of the machine only, so it is read once. */
function bootId(): string {
  boot ??= read('/proc/sys/kernel/random/boot_id')?.slice(0, 8) ?? ''
  return boot
}
let boot: string | undefined

function readPs(selection: string[]): ProcessFacts[] {
  const columns = ['-o', 'pid=,pgid=,stat=,lstart=']
  let text: string
  try {
    text = execFileSync('ps', [...selection, ...columns], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    // ps exits with 1 when it finds no process.
    return []
  }
  return text.split('\n').flatMap((line) => {
    const [, pid, group, state = '', startTime = ''] =
      /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(line) ?? []
    if (pid === undefined) return []
    return [{ pid: Number(pid), group: Number(group), ended: state.startsWith('Z'), startTime }]
  })
}

function readMark(pid: number): string | null {
  const start = `${COMMAND_MARK}=`
  const entry = read(`/proc/${pid}/environ`)
    ?.split('\0')
    .find((one) => one.startsWith(start))
  return entry === undefined ? null : entry.slice(start.length)
}

function carries(pid: number, mark: string): boolean {
  return readMark(pid)?.includes(mark) === true
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { LIMITS } from '#core'
import { COMMAND_MARK } from '../programs/environment.js'

interface ProcessFacts {
  pid: number
  group: number
  /** A zombie has ended: `kill(pid, 0)` alone would still find it (libraries.md, pitfall 8). */
  ended: boolean
  startTime: string
}

const HAS_PROC = existsSync('/proc/self/stat')
const POLL_MS = 25

/**
 * When a process started, in a form that only equality is asked of: boot and clock ticks since then
 * (field 22 of /proc/PID/stat), elsewhere what `ps -o lstart=` prints.
 * @returns '' when there is no such process
 */
export function processStart(pid: number): string {
  return lookUp(pid)?.startTime ?? ''
}

/** Whether a process with this pid still runs and is the one that started then: pids are given out again. */
export function processIsOurs(pid: number, startTime: string): boolean {
  const found = lookUp(pid)
  return found !== null && !found.ended && startTime !== '' && found.startTime === startTime
}

/**
 * Ends the process group that a command was started as, after a crash: SIGTERM, then SIGKILL after
 * LIMITS.killGraceMs. Touches nothing when the pid belongs to someone else by now.
 * @returns whether there was anything of ours to end
 */
export async function endGroup(pid: number, startTime: string): Promise<boolean> {
  const leader = lookUp(pid)
  if (leader !== null && leader.startTime !== startTime) return false
  const mark = leader === null ? null : readMark(pid)
  // Without its leader a group is known by its number and by the mark that all of ours carry.
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

/** Every running process of a command: those of its group, and those that left it but carry its mark. */
export function membersOf(group: number, mark: string): () => ProcessFacts[] {
  return () => runningNow().filter((one) => one.group === group || carries(one.pid, mark))
}

/** SIGTERM to all, SIGKILL to those that are left after LIMITS.killGraceMs, until none is left. */
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
  // A tree that forks faster than we look needs several rounds; one that cannot be killed ends them.
  const giveUp = performance.now() + LIMITS.killGraceMs
  while (signal('SIGKILL') > 0 && performance.now() < giveUp) await wait(POLL_MS)
}

function send(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // ESRCH: it ended meanwhile. EPERM: it changed its user; nothing that we may do about it.
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

function lookUp(pid: number): ProcessFacts | null {
  if (!Number.isInteger(pid) || pid <= 0) return null
  return HAS_PROC ? readProc(pid) : (readPs(['-p', String(pid)])[0] ?? null)
}

function readProc(pid: number): ProcessFacts | null {
  const stat = read(`/proc/${pid}/stat`)
  if (stat === null) return null
  // The name in parentheses may hold anything; the fields after it are counted from 3.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state = '', , group = ''] = fields
  const boot = read('/proc/sys/kernel/random/boot_id')?.slice(0, 8) ?? ''
  return {
    pid,
    group: Number(group),
    ended: state === 'Z' || state === 'X',
    startTime: `${boot}:${fields[19] ?? ''}`,
  }
}

function readPs(selection: string[]): ProcessFacts[] {
  const columns = ['-o', 'pid=,pgid=,stat=,lstart=']
  let text: string
  try {
    text = execFileSync('ps', [...selection, ...columns], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    // ps ends with 1 when it found none.
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

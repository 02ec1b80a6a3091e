import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

const PROMPT_MS = 20_000
const SETTLE_MS = 1_500
const QUIT_MS = 3_000
const REST_MS = 3_000
/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10

export interface SessionStart {
  /** From the start of the process to the first byte of the prompt's mark. */
  promptMs: number
  /** Resident memory of the session and of all it started, at rest. */
  idleMiB: number
  /** Processor time that it took at rest, in milliseconds a second. */
  idleCpuMs: number
  /** Processes that were left after Ctrl+D. */
  left: number
}

/**
 * Starts a program under a pseudo-terminal (`script` of util-linux, whose own start is part of the time),
 * waits for its prompt, lets it rest, reads its memory, and quits with Ctrl+D.
 * @param command  a shell line
 * @param mark     what the prompt looks like, escape sequences removed
 */
export async function startSession(
  command: string,
  mark: RegExp,
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<SessionStart> {
  const begun = performance.now()
  const child = spawn('script', ['-qfec', command, '/dev/null'], {
    ...options,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  try {
    await seen(child, mark)
    const promptMs = performance.now() - begun
    await pause(SETTLE_MS)
    const pids = processesBelow(child.pid ?? 0)
    const before = sum(pids.map(ticksOf))
    await pause(REST_MS)
    const idleCpuMs = ((sum(pids.map(ticksOf)) - before) * TICK_MS * 1_000) / REST_MS
    const idleMiB = sum(pids.map(memoryOf)) / 2 ** 20
    child.stdin.write('\u0004')
    await Promise.race([ended, pause(QUIT_MS)])
    return { promptMs, idleMiB, idleCpuMs, left: pids.filter(isAlive).length }
  } finally {
    child.kill('SIGHUP')
  }
}

function seen(child: ChildProcess, mark: RegExp): Promise<void> {
  let screen = ''
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      reject(new Error(`no prompt after ${PROMPT_MS} ms: ${JSON.stringify(screen.slice(-400))}`))
    }, PROMPT_MS)
    child.on('error', reject)
    child.on('close', () => reject(new Error(`ended without a prompt: ${screen.slice(-400)}`)))
    child.stdout?.on('data', (bytes: Buffer) => {
      screen += bytes.toString()
      if (!mark.test(stripVTControlCharacters(screen))) return
      clearTimeout(late)
      resolve()
    })
  })
}

function processesBelow(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  const pids = children.split(' ').filter(Boolean).map(Number)
  return pids.flatMap((child) => [child, ...processesBelow(child)])
}

function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}`)
}

/** User and system time of a process. */
function ticksOf(pid: number): number {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const fields = rest.split(' ')
  return Number(fields[11]) + Number(fields[12])
}

function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

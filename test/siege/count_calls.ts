import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Numbers of the system calls of one kind, from 1, within a process. */
export interface CallRange {
  from: number
  to: number
}

/** @returns why calls cannot be traced and changed here; null: they can */
export function whyNoInjection(): string | null {
  const inject = ['-e', 'trace=fsync', '-e', 'inject=fsync:error=EIO:when=1']
  const probe = spawnSync('strace', ['-f', '--seccomp-bpf', ...inject, 'true'])
  if (probe.error !== undefined) return 'strace is not installed'
  return probe.status === 0 ? null : 'ptrace is not allowed here'
}

/** Whether the process makes such a call at all: another file system or release of SQLite may need none. */
export function isMade(range: CallRange | undefined): range is CallRange {
  return range !== undefined && range.to >= range.from
}

export const NOT_MADE = 'the run makes no such call here'

/** Options of strace that write each of these calls, and what `readRanges` needs beside them, to a file. */
export function tracing(names: readonly string[], log: string): string[] {
  return ['-o', log, '-e', `trace=${[...new Set(['openat', ...names])].join(',')}`]
}

/** The calls of the program's main thread. Those before it opens its data folder belong to the start of Node. */
export function readRanges(log: string, names: readonly string[]): Map<string, CallRange> {
  const lines = readFileSync(log, 'utf8').split('\n')
  // With -f each line begins with the thread.
  const main = /^\d+ /.exec(lines[0] ?? '')?.[0] ?? ''
  const own = lines.filter((line) => line.startsWith(main))
  const start = own.findIndex((line) => line.includes('/data'))
  const count = (part: readonly string[], name: string) =>
    part.filter((line) => line.replace(/^\d+\s+/, '').startsWith(`${name}(`)).length
  return new Map(
    names.map((name) => {
      return [name, { from: count(own.slice(0, start), name) + 1, to: count(own, name) }]
    }),
  )
}

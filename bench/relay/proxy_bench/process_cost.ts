import { readdirSync, readFileSync } from 'node:fs'

/** USER_HZ of Linux: processor time is counted in hundredths of a second. */
const TICKS_PER_SECOND = 100

export interface Cost {
  cpuS: number
  rssPeakMiB: number
  rssEndMiB: number
}

/** Watches a process and its children from now on; null where there is no /proc or no such process. */
export function watchProcess(pid: number | null): (() => Cost) | null {
  const first = pid === null ? null : measure(pid)
  if (pid === null || first === null) return null
  let peak = first.rssMiB
  const timer = setInterval(() => {
    peak = Math.max(peak, measure(pid)?.rssMiB ?? 0)
  }, 100)
  return () => {
    clearInterval(timer)
    const last = measure(pid) ?? first
    return {
      cpuS: last.cpuS - first.cpuS,
      rssPeakMiB: Math.max(peak, last.rssMiB),
      rssEndMiB: last.rssMiB,
    }
  }
}

/** Resident memory of a process and its children now; 0 when it is gone. */
export function rssMiB(pid: number): number {
  return measure(pid)?.rssMiB ?? 0
}

function measure(pid: number): { cpuS: number; rssMiB: number } | null {
  let cpuS = 0
  let rssMiB = 0
  for (const one of family(pid)) {
    const stat = read(`/proc/${one}/stat`)
    if (stat === null) continue
    const [user = 0, system = 0] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number)
    cpuS += (user + system) / TICKS_PER_SECOND
    const rss = /VmRSS:\s+(\d+)/.exec(read(`/proc/${one}/status`) ?? '')
    rssMiB += Number(rss?.[1] ?? 0) / 1_024
  }
  return rssMiB === 0 ? null : { cpuS, rssMiB }
}

function family(pid: number): number[] {
  const all = [pid]
  for (const one of all) {
    for (const task of list(`/proc/${one}/task`)) {
      const children = read(`/proc/${one}/task/${task}/children`)?.trim()
      if (children) all.push(...children.split(' ').map(Number))
    }
  }
  return all
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // It has ended meanwhile.
    return null
  }
}

function list(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}

import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

export interface Leftover {
  pid: number
  group: number
  command: string
}

/** Without /proc nobody can say which processes a command left. */
export const CAN_LOOK = readdirSync('/').includes('proc')

/** Processes that work in a folder: only commands of the runs in it do. */
export function processesIn(folder: string): Leftover[] {
  if (!CAN_LOOK) return []
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name)
    if (!Number.isInteger(pid)) return []
    try {
      if (!readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)) return []
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const [state = '', , group = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (state === 'Z' || state === 'X') return []
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      return [{ pid, group: Number(group), command }]
    } catch {
      // It ended while it was looked at, or is not ours.
      return []
    }
  })
}

/** Ends what commands of the runs in a folder left behind, and waits until it is gone. */
export async function endProcessesIn(folder: string): Promise<void> {
  for (;;) {
    const left = processesIn(folder)
    if (left.length === 0) return
    for (const { pid } of left) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It ended meanwhile.
      }
    }
    await wait(10)
  }
}

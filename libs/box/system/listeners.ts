import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Listener {
  port: number
  /** true: on every address of the box. */
  everywhere: boolean
}

/**
 * Ports that are listened on, read from the kernel's tables.
 * @param proc  `/proc`; where it is missing, nothing is found
 */
export function findListeners(proc: string): Listener[] {
  const lines = ['net/tcp', 'net/tcp6'].flatMap((name) => readTable(join(proc, name)).split('\n'))
  return lines.flatMap((line) => {
    const [, local = '', , state] = line.trim().split(/\s+/)
    const [address = '', port = ''] = local.split(':')
    // 0A is LISTEN.
    if (state !== '0A') return []
    return [{ port: Number.parseInt(port, 16), everywhere: /^0+$/.test(address) }]
  })
}

function readTable(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** One change of a file or folder, as the program made it. Paths are absolute. */
export type Change =
  | { kind: 'create'; path: string; folder: boolean }
  | { kind: 'write'; path: string; at: number | 'end'; bytes: Buffer }
  | { kind: 'cut'; path: string; size: number }
  | { kind: 'sync'; path: string }
  | { kind: 'rename'; path: string; to: string }
  | { kind: 'remove'; path: string }
  /** The program said that it had committed so many steps. */
  | { kind: 'said'; steps: number }

/** The calls that `readTrace` understands. The recorded program has to use no other that changes a file. */
export const TRACED =
  'openat,write,pwrite64,fsync,fdatasync,ftruncate,rename,unlink,unlinkat,mkdir,rmdir,close'
/** Written to standard error with the number of steps. */
export const SAID = 'committed: '

const LINE = /^(\w+)\((.*)\)\s+= (\d+)(?:<([^>]*)>)?/
const TEXT = /"((?:\\x[0-9a-f]{2})*)"/g

/**
 * Reads what strace wrote with `-y -xx -s` and a length that no write exceeds.
 * @param below  only changes below this folder
 */
export function readTrace(log: string, below: string): Change[] {
  const opened = new Map<number, string>()
  const places = new Map<number, number | 'end'>()
  const changes: Change[] = []
  const exists = new Set<string>([below])
  const isOurs = (path: string) => path.startsWith(`${below}/`)

  /** A path through a held folder is that of the folder. */
  const plain = (path: string) =>
    path.replace(/^\/proc\/self\/fd\/(\d+)/, (whole, fd) => opened.get(Number(fd)) ?? whole)

  for (const line of log.split('\n')) {
    const [, name = '', args = '', result = '', returned] = LINE.exec(line) ?? []
    const given = [...args.matchAll(TEXT)].map(([, hex = '']) => decode(hex))
    const [first = '', second = ''] = given.map((bytes) => plain(bytes.toString()))
    const fd = Number(/^(\d+)</.exec(args)?.[1])
    const path = opened.get(fd) ?? ''
    if (name === 'openat') {
      const at = decode(returned ?? '').toString()
      opened.set(Number(result), at)
      places.set(Number(result), args.includes('O_APPEND') ? 'end' : 0)
      if (!isOurs(at)) continue
      if (args.includes('O_CREAT') && !exists.has(at)) {
        exists.add(at)
        changes.push({ kind: 'create', path: at, folder: false })
      }
      if (args.includes('O_TRUNC')) changes.push({ kind: 'cut', path: at, size: 0 })
    } else if (name === 'close') opened.delete(fd)
    else if (name === 'mkdir') {
      if (!isOurs(first)) continue
      exists.add(first)
      changes.push({ kind: 'create', path: first, folder: true })
    } else if (name === 'rename') {
      if (!isOurs(second)) continue
      exists.delete(first)
      exists.add(second)
      changes.push({ kind: 'rename', path: first, to: second })
    } else if (name === 'unlink' || name === 'rmdir' || name === 'unlinkat') {
      if (!isOurs(first)) continue
      exists.delete(first)
      changes.push({ kind: 'remove', path: first })
    } else if (name === 'write' && fd === 2) {
      const said = given[0]?.toString() ?? ''
      if (said.startsWith(SAID))
        changes.push({ kind: 'said', steps: Number(said.slice(SAID.length)) })
    } else if (!isOurs(path)) continue
    else if (name === 'fsync' || name === 'fdatasync') changes.push({ kind: 'sync', path })
    else if (name === 'ftruncate')
      changes.push({ kind: 'cut', path, size: Number(/, (\d+)$/.exec(args)?.[1]) })
    else if (name === 'pwrite64') {
      const at = Number(/, (\d+)$/.exec(args)?.[1])
      changes.push({ kind: 'write', path, at, bytes: given[0] ?? Buffer.alloc(0) })
    } else if (name === 'write') {
      const at = places.get(fd) ?? 0
      const bytes = given[0] ?? Buffer.alloc(0)
      if (at !== 'end') places.set(fd, at + bytes.length)
      changes.push({ kind: 'write', path, at, bytes })
    }
  }
  return changes
}

function decode(hex: string): Buffer {
  return Buffer.from(hex.replaceAll('\\x', ''), 'hex')
}

import { spawnSync } from 'node:child_process'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { LIMITS } from '#core'

/** The end of a zip file is within so many bytes: its own 22 and a comment. */
const ZIP_END_BYTES = 22 + 65_535
const ZIP_END = 0x06054b50
const ZIP_ENTRY = 0x02014b50
const MOST_BYTES = 16 * 1_048_576

/**
 * The names in a zip or tar archive, as they are written in it. Nothing is unpacked.
 * @returns null when it is no such archive, is not there, or takes more than LIMITS.gitLookMs
 */
export function archiveNames(path: string, searchPath: string): string[] | null {
  return zipNames(path) ?? tarNames(path, searchPath)
}

function tarNames(path: string, searchPath: string): string[] | null {
  const { status, stdout } = spawnSync('tar', ['--force-local', '-tf', path], {
    timeout: LIMITS.gitLookMs,
    killSignal: 'SIGKILL',
    maxBuffer: MOST_BYTES,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: searchPath },
  })
  return status === 0 ? stdout.toString('utf8').split('\n').filter(Boolean) : null
}

function zipNames(path: string): string[] | null {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return null
  }
  try {
    const stats = fstatSync(file)
    if (!stats.isFile()) return null
    const tail = part(file, Math.max(0, stats.size - ZIP_END_BYTES), stats.size)
    const end = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
    if (end === -1 || end + 20 > tail.length || tail.readUInt32LE(end) !== ZIP_END) return null
    const [size, from] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)]
    return size > MOST_BYTES ? null : namesIn(part(file, from, from + size))
  } finally {
    closeSync(file)
  }
}

function part(file: number, from: number, to: number): Buffer {
  const bytes = Buffer.alloc(Math.max(0, to - from))
  return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, from))
}

function namesIn(folder: Buffer): string[] {
  const names: string[] = []
  for (let at = 0; at + 46 <= folder.length && folder.readUInt32LE(at) === ZIP_ENTRY; ) {
    const name = folder.readUInt16LE(at + 28)
    names.push(folder.toString('utf8', at + 46, at + 46 + name))
    at += 46 + name + folder.readUInt16LE(at + 30) + folder.readUInt16LE(at + 32)
  }
  return names
}

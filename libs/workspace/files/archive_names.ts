import { spawnSync } from 'node:child_process'
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { LIMITS } from '#core'

/** The end of a zip file is within so many bytes: its own 22 and a comment. */
const ZIP_END_BYTES = 22 + 65_535
const ZIP_END = 0x06054b50
const ZIP_ENTRY = 0x02014b50
const MOST_BYTES = 16 * 1_048_576

export type ArchiveNames = readonly string[] | 'too long' | null

/**
 * The names in a zip or tar archive, as they are written in it. Nothing is unpacked.
 * @param path  absolute, so that no tar takes a colon in it for another machine
 * @returns null when it is no such archive, or not there; `too long` when its names take more than LIMITS.gitLookMs
 */
export function archiveNames(path: string, searchPath: string): ArchiveNames {
  const file = openFile(path)
  if (file === null) return null
  try {
    return zipNames(file) ?? tarNames(path, searchPath)
  } finally {
    closeSync(file)
  }
}

/** Only a regular file is opened: a pipe would wait for its other end. */
function openFile(path: string): number | null {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    if (fstatSync(file).isFile()) return file
    closeSync(file)
  } catch {
    // It is not there, or may not be read: then nothing unpacks it.
  }
  return null
}

function tarNames(path: string, searchPath: string): ArchiveNames {
  const { status, error, stdout } = spawnSync('tar', ['-tf', path], {
    timeout: LIMITS.gitLookMs,
    killSignal: 'SIGKILL',
    maxBuffer: MOST_BYTES,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: searchPath },
  })
  // Ended after the time, or for more names than are read.
  if (error !== undefined && 'code' in error && error.code !== 'ENOENT') return 'too long'
  return status === 0 ? stdout.toString('utf8').split('\n').filter(Boolean) : null
}

function zipNames(file: number): ArchiveNames {
  const { size: bytes } = fstatSync(file)
  const tail = part(file, Math.max(0, bytes - ZIP_END_BYTES), bytes)
  const end = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end === -1 || end + 20 > tail.length || tail.readUInt32LE(end) !== ZIP_END) return null
  const [size, from] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)]
  return size > MOST_BYTES ? 'too long' : namesIn(part(file, from, from + size))
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

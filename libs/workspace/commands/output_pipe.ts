import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, constants, openSync, unlinkSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from '../programs/environment.js'
import { findProgram } from '../programs/find_program.js'

/** The way of a command's output to this program. */
export interface OutputPipe {
  reader: Socket
  /** The end to write, for the command. Closed by `release`, once the command has its copy. */
  writeFd: number
  release(): void
}

const MKFIFO_MS = 2_000
/** Without it the first open would wait for a writer. */
const READ_AT_ONCE = constants.O_RDONLY | constants.O_NONBLOCK

/**
 * Opens a pipe for the output of a command: a pipe of the kernel, `cat`, and a second pipe. A program that writes
 * without waiting and ends at once, such as Node with process.exit, loses what the pipe cannot take. Node's own pipes are
 * sockets, which take some 17 kB in short lines, and this program reads late while it stores a step. A pipe takes
 * 64 KiB, and `cat` does nothing but empty it.
 * @returns null where there is no mkfifo, or no place for it: then Node's own is used
 */
export async function openOutputPipe(env: Environment): Promise<OutputPipe | null> {
  const [mkfifo, cat] = [findProgram('mkfifo', env), findProgram('cat', env)]
  if (mkfifo === null || cat === null) return null
  const name = join(tmpdir(), `aircoder-output-${randomBytes(8).toString('hex')}`)
  const [near, far] = [`${name}-1`, `${name}-2`]
  if (!(await makeFifos(mkfifo, [near, far]))) return null
  const open = new Set<number>()
  const keep = (fd: number) => {
    open.add(fd)
    return fd
  }
  const close = (fd: number) => {
    if (open.delete(fd)) closeSync(fd)
  }
  try {
    const first = keep(openSync(far, READ_AT_ONCE))
    const writeFd = keep(openSync(far, constants.O_WRONLY))
    // cat has to wait for output, so its end is opened again without O_NONBLOCK.
    const catReads = keep(openSync(far, constants.O_RDONLY))
    const readFd = keep(openSync(near, READ_AT_ONCE))
    const catWrites = keep(openSync(near, constants.O_WRONLY))
    // In a group of its own: Ctrl+C in the terminal ends the command, and its last lines are read.
    const stdio = [catReads, catWrites, 'ignore'] as const
    const child = spawn(cat, [], { stdio: [...stdio], detached: true, env: {} })
    child.on('error', () => undefined)
    child.unref()
    for (const fd of [first, catReads, catWrites]) close(fd)
    if (child.pid === undefined) throw new Error('cat did not start')
    const reader = new Socket({ fd: readFd, readable: true, writable: false })
    open.delete(readFd)
    // A process that was left behind may hold the pipe.
    reader.once('close', () => child.kill('SIGKILL'))
    return { reader, writeFd, release: () => close(writeFd) }
  } catch {
    for (const fd of [...open]) close(fd)
    return null
  } finally {
    remove([near, far])
  }
}

function makeFifos(program: string, paths: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(program, ['-m', '600', ...paths], { timeout: MKFIFO_MS }, (error) => {
      if (error !== null) remove(paths)
      resolve(error === null)
    })
  })
}

/** All ends are open: nobody else needs the names. */
function remove(paths: readonly string[]): void {
  for (const path of paths) {
    try {
      unlinkSync(path)
    } catch {
      // It was not made.
    }
  }
}

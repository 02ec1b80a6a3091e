import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, constants, openSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Environment } from '../programs/environment.js'
import { findProgram } from '../programs/find_program.js'

/** The way of a command's output to this program. */
export interface OutputPipe {
  reader: Readable
  /** The end to write, for the command. Closed by `release`, once the command has its copy. */
  writeFd: number
  release(): void
}

const MKFIFO_MS = 2_000
/** Without it the first open would wait for a writer. */
const READ_AT_ONCE = constants.O_RDONLY | constants.O_NONBLOCK

/**
 * Opens a pipe for the output of a command: a pipe of the kernel that `cat` empties into a pipe of Node. A program that
 * writes without waiting and ends at once, such as Node with process.exit, loses what its output cannot take. Node's own
 * pipes are sockets, which take some 17 kB in short lines, and this program reads late while it stores a step. A pipe of
 * the kernel takes 64 KiB, and `cat` does nothing but empty it.
 * @returns null where there is no mkfifo, or no place for it: then Node's own is used
 */
export async function openOutputPipe(env: Environment): Promise<OutputPipe | null> {
  const [mkfifo, cat] = [findProgram('mkfifo', env), findProgram('cat', env)]
  if (mkfifo === null || cat === null) return null
  const name = join(tmpdir(), `aircoder-output-${randomBytes(8).toString('hex')}`)
  if (!(await makeFifo(mkfifo, name))) return null
  const open = new Set<number>()
  const keep = (fd: number) => {
    open.add(fd)
    return fd
  }
  const close = (fd: number) => {
    if (open.delete(fd)) closeSync(fd)
  }
  try {
    const first = keep(openSync(name, READ_AT_ONCE))
    const writeFd = keep(openSync(name, constants.O_WRONLY))
    // cat has to wait for output, so its end is opened again without O_NONBLOCK.
    const catReads = keep(openSync(name, constants.O_RDONLY))
    // In a group of its own: Ctrl+C in the terminal ends the command, and its last lines are read.
    const child = spawn(cat, [], { stdio: [catReads, 'pipe', 'ignore'], detached: true, env: {} })
    child.on('error', () => undefined)
    child.unref()
    for (const fd of [first, catReads]) close(fd)
    const reader = child.stdout
    if (child.pid === undefined || reader === null) throw new Error('cat did not start')
    // A process that was left behind may hold the pipe.
    reader.once('close', () => child.kill('SIGKILL'))
    return { reader, writeFd, release: () => close(writeFd) }
  } catch {
    for (const fd of [...open]) close(fd)
    return null
  } finally {
    remove(name)
  }
}

function makeFifo(program: string, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(program, ['-m', '600', path], { timeout: MKFIFO_MS }, (error) => {
      if (error !== null) remove(path)
      resolve(error === null)
    })
  })
}

/** Both ends are open: nobody else needs the name. */
function remove(path: string): void {
  try {
    unlinkSync(path)
  } catch {
    // It was not made.
  }
}

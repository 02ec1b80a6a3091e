import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, constants, openSync, unlinkSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from '../programs/environment.js'
import { findProgram } from '../programs/find_program.js'

/** A pipe of the kernel: a command gets the end to write, and this program reads the other one. */
export interface OutputPipe {
  reader: Socket
  /** Closed by `release`, once the command has its copy. */
  writeFd: number
  release(): void
}

const MKFIFO_MS = 2_000

/**
 * Opens a pipe for the output of a command. Node's own are sockets: a socket takes some 17 kB in short lines, a pipe takes
 * 64 KiB. A program that writes without waiting and ends at once, such as Node with process.exit, loses what
 * does not fit, so a busy machine cut the end of test outputs.
 * @returns null where there is no mkfifo, or no place for it: then Node's own is used
 */
export async function openOutputPipe(env: Environment): Promise<OutputPipe | null> {
  const mkfifo = findProgram('mkfifo', env)
  if (mkfifo === null) return null
  const path = join(tmpdir(), `aircoder-output-${randomBytes(8).toString('hex')}`)
  if (!(await makeFifo(mkfifo, path))) return null
  const open: number[] = []
  try {
    // Without O_NONBLOCK the first open would wait for a writer.
    open.push(openSync(path, constants.O_RDONLY | constants.O_NONBLOCK))
    open.push(openSync(path, constants.O_WRONLY))
    const [readFd = -1, writeFd = -1] = open
    const reader = new Socket({ fd: readFd, readable: true, writable: false })
    let isOpen = true
    const release = () => {
      if (isOpen) closeSync(writeFd)
      isOpen = false
    }
    return { reader, writeFd, release }
  } catch {
    for (const fd of open) closeSync(fd)
    return null
  } finally {
    remove(path)
  }
}

function makeFifo(program: string, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(program, ['-m', '600', path], { timeout: MKFIFO_MS }, (error) => {
      if (error !== null) remove(path)
      resolve(error === null)
    }).on('error', () => undefined)
  })
}

/** Both ends are open: nobody else needs its name. */
function remove(path: string): void {
  try {
    unlinkSync(path)
  } catch {
    // It was not made.
  }
}

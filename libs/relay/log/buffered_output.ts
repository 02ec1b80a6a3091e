import { write, writeSync } from 'node:fs'

/** Lines are gathered for so long, or up to so many bytes: a system call for each is a tenth of a short answer. */
const GATHER_MS = 100
const GATHER_BYTES = 8 * 1_024
/** Whoever reads may stop reading: what waits beyond this is lost, the newest first. */
const MOST_BYTES = 4 * 1_048_576
/** A pipe that is full is tried again after so long; at the end of the process so many times. */
const AGAIN_MS = 100
const LAST_TRIES = 20

/**
 * Writes lines to a file descriptor, many at once, and what is left of them when the process ends. What cannot be
 * written (a full disk) is lost, and the next lines are tried anew: a log must not stop what it tells of. pino's own
 * destination throws then, and at the end of the process tries for ever.
 */
export function bufferedOutput(fd: number): { write(line: string): void } {
  let waiting: Buffer[] = []
  let bytes = 0
  /** On its way; null: nothing is. */
  let going: Buffer | null = null
  let isPlanned = false

  function flush(): void {
    isPlanned = false
    if (going !== null || bytes === 0) return
    going = takeAll()
    push()
  }

  function takeAll(): Buffer {
    const all = Buffer.concat(waiting)
    waiting = []
    bytes = 0
    return all
  }

  function push(): void {
    if (going === null) return
    write(fd, going, (error, written) => {
      if (isBusy(error)) return void setTimeout(push, AGAIN_MS).unref()
      going = error === null && going !== null ? going.subarray(written) : null
      if (going !== null && going.length > 0) return push()
      going = null
      if (bytes >= GATHER_BYTES) flush()
    })
  }

  function writeLast(): void {
    let left = takeAll()
    for (let tries = LAST_TRIES; left.length > 0 && tries > 0; )
      try {
        left = left.subarray(writeSync(fd, left))
      } catch (error) {
        tries = isBusy(error) ? tries - 1 : 0
        if (tries > 0) sleep(AGAIN_MS)
      }
  }

  let hasWritten = false
  return {
    write(line) {
      if (bytes > MOST_BYTES) return
      // Not before: a log that says nothing has no last words.
      if (!hasWritten) process.once('exit', writeLast)
      hasWritten = true
      const text = Buffer.from(line)
      waiting.push(text)
      bytes += text.length
      if (bytes >= GATHER_BYTES) flush()
      if (!isPlanned && bytes > 0) {
        isPlanned = true
        setTimeout(flush, GATHER_MS).unref()
      }
    },
  }
}

function isBusy(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | null)?.code === 'EAGAIN'
}

/** The event loop has ended by then: nothing else is held up. */
function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

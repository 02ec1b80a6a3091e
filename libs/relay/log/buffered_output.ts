import { write, writeSync } from 'node:fs'

/** Lines are buffered for this time, or up to this size: a write for each takes a tenth of a short answer's time. */
const BUFFER_MS = 100
const BUFFER_BYTES = 8 * 1_024
/** The reader of a pipe may stop: new lines beyond this size are dropped. */
const MOST_BYTES = 4 * 1_048_576
/** A full pipe is tried again after this time; at the end of the process this many times. */
const AGAIN_MS = 100
const LAST_TRIES = 20

/**
 * Writes lines to a file descriptor, many at once, and the remaining ones when the process ends. Lines that cannot
 * be written (full disk) are lost, and the next ones are tried again: logging must not stop the proxy. pino's own
 * destination throws in that case, and retries without end when the process ends.
 */
export function bufferedOutput(fd: number): { write(line: string): void } {
  let waiting: Buffer[] = []
  let bytes = 0
  /** The bytes of the current write; null: none is running. */
  let writing: Buffer | null = null
  let isPlanned = false

  function flush(): void {
    isPlanned = false
    if (writing !== null || bytes === 0) return
    writing = takeAll()
    push()
  }

  function takeAll(): Buffer {
    const all = Buffer.concat(waiting)
    waiting = []
    bytes = 0
    return all
  }

  function push(): void {
    if (writing === null) return
    write(fd, writing, (error, written) => {
      if (isBusy(error)) return void setTimeout(push, AGAIN_MS).unref()
      writing = error === null && writing !== null ? writing.subarray(written) : null
      if (writing !== null && writing.length > 0) return push()
      writing = null
      if (bytes >= BUFFER_BYTES) flush()
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
      // Registered with the first line: without one there is nothing to write at the exit.
      if (!hasWritten) process.once('exit', writeLast)
      hasWritten = true
      const text = Buffer.from(line)
      waiting.push(text)
      bytes += text.length
      if (bytes >= BUFFER_BYTES) flush()
      if (!isPlanned && bytes > 0) {
        isPlanned = true
        setTimeout(flush, BUFFER_MS).unref()
      }
    },
  }
}

function isBusy(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | null)?.code === 'EAGAIN'
}

/** Blocks the thread: the event loop has ended by then. */
function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

import type { IncomingMessage } from 'node:http'

/** Bytes that wait for the reader. Beyond this the socket is paused, so that a flood costs no memory. */
const WAITING_BYTES = 262_144

/** The bytes of an answer, in order. */
export interface ByteQueue {
  /** The next bytes; null at the end. */
  take(): Promise<Buffer | null>
  /** No more bytes are taken in. @param drop  true: those that wait are dropped, too */
  end(drop: boolean): void
}

/**
 * Takes the bytes of an answer as they arrive. A queue of our own, because a stream that is destroyed loses what it
 * has read: the bytes before a lost connection still count.
 */
export function queueBytes(answer: IncomingMessage): ByteQueue {
  let waiting: Buffer[] = []
  let bytes = 0
  let over = false
  let wake = () => {}

  answer.on('data', (chunk: Buffer) => {
    if (over) return
    waiting.push(chunk)
    bytes += chunk.length
    if (bytes > WAITING_BYTES) answer.pause()
    wake()
  })

  return {
    async take() {
      while (waiting.length === 0 && !over)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      if (waiting.length === 0) return null
      // All at once: chunks of a few bytes cost more than their bytes.
      const taken = waiting.length === 1 ? waiting[0] : Buffer.concat(waiting)
      waiting = []
      bytes = 0
      if (!over) answer.resume()
      return taken ?? null
    },
    end(drop) {
      over = true
      if (drop) waiting = []
      wake()
    },
  }
}

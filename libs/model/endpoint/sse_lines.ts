/** What one chunk of a byte stream held, as far as the transport must know. */
export interface Scan {
  /** Comment lines that ended in this chunk, without the colon. */
  comments: string[]
  /** True when there were bytes of anything but comments and line ends. */
  data: boolean
  /** True once `data: [DONE]` has come. */
  done: boolean
}

/** No comment that we read is longer. */
const KEPT_BYTES = 256
const LINE_END = /[\r\n]/

/**
 * Reads server-sent events only for comments and the end mark; the SDK, which reads the same bytes
 * for the events, drops comments. Works on bytes as latin1, so a cut inside a character does no harm.
 */
export function createSseScanner(): (chunk: Uint8Array) => Scan {
  let line = ''
  return (chunk) => {
    const scan: Scan = { comments: [], data: false, done: false }
    const parts = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      .toString('latin1')
      .split(LINE_END)
    parts.forEach((part, index) => {
      if (line.length < KEPT_BYTES) line += part.slice(0, KEPT_BYTES - line.length)
      if (part !== '' && !line.startsWith(':')) scan.data = true
      if (index === parts.length - 1) return
      if (line.startsWith(':')) scan.comments.push(line.slice(1).trim())
      if (/^data: ?\[DONE\]/.test(line)) scan.done = true
      line = ''
    })
    return scan
  }
}

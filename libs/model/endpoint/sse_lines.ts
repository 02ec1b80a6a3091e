/** What the transport needs to know about one chunk of a byte stream. */
export interface Scan {
  /** Comment lines that ended in this chunk, without the colon. */
  comments: string[]
  /** True when the chunk has bytes other than comments and line ends. */
  data: boolean
  /** True once `data: [DONE]` has arrived. */
  done: boolean
}

/** Longer lines are truncated; no comment that the client reads is longer. */
const KEPT_BYTES = 256
const LINE_END = /[\r\n]/

/**
 * Reads only the comments and the end mark of server-sent events. The SDK reads the events from the same
 * bytes, but drops comments. Bytes are read as latin1, so a chunk may end inside a UTF-8 character.
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

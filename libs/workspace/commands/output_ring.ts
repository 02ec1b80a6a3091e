/** Keeps the head and the tail of a stream in a fixed amount of memory. */
export interface OutputRing {
  push(chunk: Buffer): void
  /** Head, a line with the number of missing bytes, and tail. Only complete characters. */
  text(): string
  /** The last bytes so far, at most `bytes`. */
  last(bytes: number): string
  truncated(): boolean
  /** How many bytes came so far. */
  bytes(): number
}

/** @param capBytes  limit of the kept bytes: half for the head, half for the tail */
export function createOutputRing(capBytes: number): OutputRing {
  const half = Math.floor(capBytes / 2)
  const head = Buffer.alloc(half)
  const tail = Buffer.alloc(half)
  let headUsed = 0
  /** All bytes after the head; `tail` is a ring buffer with the last `half` of them. */
  let past = 0

  const pushTail = (chunk: Buffer) => {
    // Only the end of a long chunk is kept; its position in the ring follows from the bytes before it.
    const kept = chunk.subarray(Math.max(0, chunk.length - half))
    const at = (past + chunk.length - kept.length) % half
    const first = Math.min(kept.length, half - at)
    kept.copy(tail, at, 0, first)
    kept.copy(tail, 0, first)
    past += chunk.length
  }
  const tailBytes = () => {
    if (past <= half) return tail.subarray(0, past)
    const at = past % half
    return Buffer.concat([tail.subarray(at), tail.subarray(0, at)])
  }

  return {
    push(chunk) {
      const toHead = Math.min(chunk.length, half - headUsed)
      chunk.copy(head, headUsed, 0, toHead)
      headUsed += toHead
      if (toHead < chunk.length) pushTail(chunk.subarray(toHead))
    },
    text() {
      const start = head.subarray(0, headUsed)
      if (past <= half) return Buffer.concat([start, tailBytes()]).toString()
      const left = past - half
      return `${cutEnd(start)}\n… ${left} bytes left out …\n${cutStart(tailBytes())}`
    },
    last(bytes) {
      const all =
        past >= bytes ? tailBytes() : Buffer.concat([head.subarray(0, headUsed), tailBytes()])
      return all.length <= bytes ? all.toString() : cutStart(all.subarray(all.length - bytes))
    },
    truncated: () => past > half,
    bytes: () => headUsed + past,
  }
}

/** Decodes bytes whose end may be inside a UTF-8 character; an incomplete last character is dropped. */
function cutEnd(bytes: Buffer): string {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if ((byte & 0xc0) === 0x80) continue
    const needs = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return bytes.subarray(0, needs > back ? bytes.length - back : bytes.length).toString()
  }
  return bytes.toString()
}

/** The same for the start: at most three continuation bytes are dropped. */
function cutStart(bytes: Buffer): string {
  let start = 0
  while (start < 3 && start < bytes.length && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1
  return bytes.subarray(start).toString()
}

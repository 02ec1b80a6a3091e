import { LIMITS } from '#core'
import { BoundError } from './bound.js'

/** A part of a stream of server-sent events. */
export type Part =
  /** A comment line, without its colon; long ones are cut. */
  | { type: 'comment'; text: string }
  /** One whole event, with the blank line at its end. */
  | { type: 'event'; bytes: Buffer }
  /** The end mark. */
  | { type: 'done'; bytes: Buffer }
  /** An empty line, and a line of another kind. */
  | { type: 'blank' | 'other' }

const LINE_FEED = 10
const RETURN = 13
const COLON = 58
const BLANK = Buffer.from('\n\n')
/** Longer comments are cut; no comment that the client reads is longer. */
const COMMENT_BYTES = 256
const FIELD = /^(?:data|event):/
const DONE = /^data: ?\[DONE\]/
const FIELD_BYTES = 16

export interface EventCutter {
  /** @throws BoundError for an event or line above LIMITS.eventBytes */
  cut(chunk: Buffer): Generator<Part>
  /** true: the bytes so far end inside of an event. A comment is none. */
  isOpen(): boolean
}

/**
 * Splits a byte stream into events. The SDK gets one whole event at a time: its own reader copies all that it holds
 * with each chunk and with each event. Linear in the bytes, whatever they are.
 */
export function createEventCutter(): EventCutter {
  const lines = createLineCutter(LIMITS.eventBytes)
  let fields: Buffer[] = []
  let bytes = 0

  return { cut, isOpen: () => fields.length > 0 || lines.isOpen() }

  function* cut(chunk: Buffer): Generator<Part> {
    for (const line of lines.cut(chunk)) {
      if (line.length === 0) {
        yield fields.length === 0 ? { type: 'blank' } : { type: 'event', bytes: joined() }
        fields = []
        bytes = 0
        continue
      }
      if (line[0] === COLON) {
        yield { type: 'comment', text: line.toString('utf8', 1, COMMENT_BYTES).trim() }
        continue
      }
      const start = line.toString('latin1', 0, FIELD_BYTES)
      if (!FIELD.test(start)) {
        yield { type: 'other' }
        continue
      }
      fields.push(line)
      bytes += line.length + 1
      yield { type: 'other' }
      if (bytes > LIMITS.eventBytes) throw tooLong()
      if (!DONE.test(start)) continue
      yield { type: 'done', bytes: joined() }
      fields = []
      bytes = 0
    }
  }

  function joined(): Buffer {
    const feed = BLANK.subarray(0, 1)
    return Buffer.concat([
      ...fields.flatMap((line, at) => (at === 0 ? [line] : [feed, line])),
      BLANK,
    ])
  }
}

function tooLong(): BoundError {
  return new BoundError('event')
}

/** Splits at LF, CR and CRLF. A line without an end is kept in one growing buffer. */
function createLineCutter(mostBytes: number): Pick<EventCutter, 'isOpen'> & {
  cut(chunk: Buffer): Generator<Buffer>
} {
  let held = Buffer.alloc(0)
  let heldBytes = 0
  let afterReturn = false

  function hold(part: Buffer): void {
    const bytes = heldBytes + part.length
    if (bytes > mostBytes) throw tooLong()
    if (bytes > held.length) {
      const grown = Buffer.allocUnsafe(Math.max(bytes, 2 * held.length))
      held.copy(grown, 0, 0, heldBytes)
      held = grown
    }
    part.copy(held, heldBytes)
    heldBytes = bytes
  }

  return { cut, isOpen: () => heldBytes > 0 && held[0] !== COLON }

  function* cut(chunk: Buffer): Generator<Buffer> {
    let feed = chunk.indexOf(LINE_FEED)
    let back = chunk.indexOf(RETURN)
    for (let at = 0; at < chunk.length; ) {
      if (afterReturn && chunk[at] === LINE_FEED) at += 1
      afterReturn = false
      if (feed !== -1 && feed < at) feed = chunk.indexOf(LINE_FEED, at)
      if (back !== -1 && back < at) back = chunk.indexOf(RETURN, at)
      const end = feed === -1 || back === -1 ? Math.max(feed, back) : Math.min(feed, back)
      if (end === -1) {
        hold(chunk.subarray(at))
        return
      }
      const rest = chunk.subarray(at, end)
      afterReturn = end === back
      at = end + 1
      if (heldBytes === 0) {
        yield rest
        continue
      }
      hold(rest)
      const line = Buffer.from(held.subarray(0, heldBytes))
      heldBytes = 0
      yield line
    }
  }
}

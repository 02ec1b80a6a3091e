import { Refusal } from '../refusals/refusal.js'

/** A larger event is refused: no engine sends one. */
const MAX_EVENT_BYTES = 16 * 1_048_576
const NEWLINE = 10
const CARRIAGE_RETURN = 13
const COLON = 58

/** Splits a byte stream at event boundaries. */
export interface EventCutter {
  /**
   * Takes the next bytes and returns those that end at a boundary: whole events and comment lines.
   * @throws Refusal engine_error when one event is larger than 16 MiB
   */
  cut(chunk: Buffer): Buffer | null
}

/**
 * Passes on only whole SSE events, so that a client never gets half an event or half a character when the
 * stream ends early. A chunk that ends with an event is passed on without a copy: the common case compares
 * two bytes.
 */
export function createEventCutter(): EventCutter {
  let held: Buffer[] = []
  let heldBytes = 0

  function take(chunk: Buffer, end: number): Buffer | null {
    const done = end === 0 ? null : chunk.subarray(0, end)
    const rest = chunk.subarray(end)
    const out = held.length === 0 ? done : Buffer.concat(done ? [...held, done] : held)
    held = rest.length > 0 ? [rest] : []
    heldBytes = rest.length
    return out
  }

  function cut(chunk: Buffer): Buffer | null {
    if (chunk.length === 0) return null
    const end = lastBoundary(chunk, held)
    if (end !== -1) return take(chunk, end)
    held.push(chunk)
    heldBytes += chunk.length
    if (heldBytes > MAX_EVENT_BYTES)
      throw new Refusal('engine_error', 'The engine sent an event of more than 16 MiB.')
    return null
  }

  return {
    cut(chunk) {
      const events = cut(chunk)
      // A comment needs no blank line after it and is sent at once: it shows progress to a waiting client.
      if (held.length === 0 || held[0]?.[0] !== COLON) return events
      // What was held before has no line end: only a new one can end a comment.
      if (!chunk.includes(NEWLINE)) return events
      const open = Buffer.concat(held)
      const end = endOfComments(open)
      if (end === 0) return events
      held = end < open.length ? [open.subarray(end)] : []
      heldBytes = open.length - end
      const comments = open.subarray(0, end)
      return events === null ? comments : Buffer.concat([events, comments])
    },
  }
}

/**
 * Finds where the last event of a chunk ends.
 * @param held  the bytes before it that belong to an unfinished event
 * @returns     the index after the blank line; -1 when no event ends in this chunk
 */
function lastBoundary(chunk: Buffer, held: readonly Buffer[]): number {
  const length = chunk.length
  if (isBlankLine(chunk, length - 1)) return length
  for (let at = chunk.lastIndexOf(NEWLINE); at > 0; at = chunk.lastIndexOf(NEWLINE, at - 1))
    if (isBlankLine(chunk, at)) return at + 1
  // The blank line itself may be split over chunks: at most three bytes of it are held.
  const before = Buffer.concat(held.slice(-3)).subarray(-3)
  const seam = Buffer.concat([before, chunk.subarray(0, 3)])
  for (let at = seam.length - 1; at >= before.length; at--)
    if (isBlankLine(seam, at)) return at - before.length + 1
  return -1
}

/** true: the newline at `at` ends an empty line, with either line ending. */
function isBlankLine(bytes: Buffer, at: number): boolean {
  if (bytes[at] !== NEWLINE) return false
  if (bytes[at - 1] === NEWLINE) return true
  return bytes[at - 1] === CARRIAGE_RETURN && bytes[at - 2] === NEWLINE
}

function endOfComments(bytes: Buffer): number {
  let end = 0
  while (bytes[end] === COLON) {
    const newline = bytes.indexOf(NEWLINE, end)
    if (newline === -1) break
    end = newline + 1
  }
  return end
}

import { LIMITS } from '#core'
import { BoundError } from './bound.js'
import { createEventCutter } from './cut_events.js'
import type { ByteQueue } from './queue_bytes.js'
import { createTurns } from './take_turns.js'

/** What the transport has to know while it reads. */
export interface Watch {
  /** Bytes arrived; `data` is false when they were only comments. */
  received(data: boolean): void
  comment(text: string): void
  /** false: the request was ended, so nothing more is read. */
  isOpen(): boolean
}

/** A chunk may hold thousands of comments; only its last ones are passed on. */
const KEPT_COMMENTS = 4

/**
 * Reads events one by one, and lets keys and signals act in between. Nothing after the end mark is read: some servers
 * never close the connection.
 * @throws BoundError for one that passes a bound
 */
export async function* readEvents(
  bytes: ByteQueue,
  { received, comment, isOpen }: Watch,
): AsyncGenerator<Uint8Array, void> {
  const { cut, isOpen: isInside } = createEventCutter()
  const turns = createTurns()
  const comments: string[] = []
  let total = 0
  for (let chunk = await bytes.take(); chunk !== null; chunk = await bytes.take()) {
    total += chunk.length
    if (total > LIMITS.answerBytes) throw new BoundError('answer')
    let data = false
    // Every chunk takes a turn, also one in the middle of a line.
    await turns.spend(chunk.length)
    for (const part of cut(chunk)) {
      await turns.spend(0)
      if (!isOpen()) return
      if (part.type === 'comment') {
        comments.push(part.text)
        if (comments.length > KEPT_COMMENTS) comments.shift()
        continue
      }
      data ||= part.type !== 'blank'
      if (part.type === 'event' || part.type === 'done') {
        received(true)
        for (const text of comments.splice(0)) comment(text)
        yield part.bytes
      }
      if (part.type === 'done') return
    }
    received(data || isInside())
    for (const text of comments.splice(0)) comment(text)
  }
}

/** Reads the bytes of a document. @throws BoundError for one above LIMITS.documentBytes */
export async function* readDocument(
  bytes: ByteQueue,
  { received }: Pick<Watch, 'received'>,
): AsyncGenerator<Uint8Array, void> {
  let total = 0
  for (let chunk = await bytes.take(); chunk !== null; chunk = await bytes.take()) {
    total += chunk.length
    if (total > LIMITS.documentBytes) throw new BoundError('document')
    received(true)
    yield chunk
  }
}

import type { ServerResponse } from 'node:http'

const MIB = 1_048_576

/**
 * Closes the connection of a client that does not fetch the end of its answer: the slot is free by now, but
 * what is unread would stay in memory for as long as the client likes.
 * @param msPerMib  how long each begun mebibyte may take
 */
export function closeUnread(response: ServerResponse, msPerMib: number): void {
  if (response.closed || response.destroyed || response.writableLength === 0) return
  const limitMs = msPerMib * Math.ceil((response.writableLength + 1) / MIB)
  const timer = setTimeout(() => response.destroy(), limitMs)
  timer.unref()
  response.once('close', () => clearTimeout(timer))
}

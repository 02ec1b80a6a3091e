import type { ServerResponse } from 'node:http'

const MIB = 1_048_576

/**
 * Closes the connection of a client that does not read the end of its answer. The slot is free by then, but the
 * unread bytes would stay in memory.
 * @param msPerMib  time for each started mebibyte
 */
export function closeUnread(response: ServerResponse, msPerMib: number): void {
  if (response.closed || response.destroyed || response.writableLength === 0) return
  const limitMs = msPerMib * Math.ceil((response.writableLength + 1) / MIB)
  const timer = setTimeout(() => response.destroy(), limitMs)
  timer.unref()
  response.once('close', () => clearTimeout(timer))
}

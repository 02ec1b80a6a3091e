const FIRST = Buffer.from('data:')
const NEXT = Buffer.from('\ndata:')

/** Counts the events in whole SSE events: about as many tokens. Inside JSON a newline is escaped, so no content is one. */
export function countEvents(bytes: Buffer): number {
  let count = bytes.subarray(0, FIRST.length).equals(FIRST) ? 1 : 0
  for (let at = bytes.indexOf(NEXT); at !== -1; at = bytes.indexOf(NEXT, at + NEXT.length))
    count += 1
  return count
}

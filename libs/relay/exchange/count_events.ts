const FIRST = Buffer.from('data:')
const NEXT = Buffer.from('\ndata:')

/** Counts the events in a piece of whole SSE events, which are about as many as tokens. JSON content has no raw newline. */
export function countEvents(bytes: Buffer): number {
  let count = bytes.subarray(0, FIRST.length).equals(FIRST) ? 1 : 0
  for (let at = bytes.indexOf(NEXT); at !== -1; at = bytes.indexOf(NEXT, at + NEXT.length))
    count += 1
  return count
}

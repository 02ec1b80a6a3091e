import { createInterface } from 'node:readline'

/** The lines of a stream, one at a time: the next is read when this one is done with. */
export function readLines(input: NodeJS.ReadableStream): AsyncIterable<string> {
  return createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
}

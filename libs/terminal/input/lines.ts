import { StringDecoder } from 'node:string_decoder'

/**
 * The lines of a stream, one at a time: the next is read when this one is done with.
 * @param onLong  makes the error of a line that has more than `most` characters; it is not read to its end
 */
export async function* readLines(
  input: NodeJS.ReadableStream,
  { most = Number.POSITIVE_INFINITY, onLong = tooLong }: LineLimit = {},
): AsyncGenerator<string, undefined> {
  const decoder = new StringDecoder('utf8')
  /** The parts of a line whose end did not come yet. */
  let parts: string[] = []
  let length = 0
  for await (const chunk of input) {
    const lines = decoder.write(Buffer.from(chunk)).split('\n')
    for (const [at, text] of lines.entries()) {
      length += text.length
      if (length > most) throw onLong()
      parts.push(text)
      if (at === lines.length - 1) break
      yield withoutReturn(parts.join(''))
      parts = []
      length = 0
    }
  }
  const last = parts.join('') + decoder.end()
  if (last !== '') yield withoutReturn(last)
  return undefined
}

/** Bounds one line. */
interface LineLimit {
  most?: number
  onLong?: () => Error
}

function tooLong(): Error {
  return new Error('a line is too long')
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}

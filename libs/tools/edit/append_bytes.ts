import { decodeText, encodeText } from '#workspace'

/**
 * A file with lines added at its end, in its own encoding and with its own line ends. A last line without an end
 * gets one: the parts of a long file are whole lines, and models often leave the last line end out.
 * @returns null when the encoding of the file lacks a character
 */
export function appendBytes(before: Buffer | null, content: string): Buffer | null {
  if (before === null) return Buffer.from(content)
  const { text, encoding } = decodeText(before)
  const crlf = text.includes('\r\n') && !/(?:^|[^\r])\n/.test(text)
  const end = crlf ? '\r\n' : '\n'
  const added = crlf ? content.replace(/\r?\n/g, '\r\n') : content
  const bytes = encodeText(added, encoding)
  if (bytes === null) return null
  const joint = text === '' || text.endsWith('\n') ? '' : end
  return Buffer.concat([before, Buffer.from(joint), bytes])
}

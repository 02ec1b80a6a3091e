import { isUtf8 } from 'node:buffer'

export type Encoding = 'utf8' | 'latin1'
export type LineEnding = '\n' | '\r\n'

export const BOM = '\uFEFF'

/**
 * Decodes a file so that encodeText returns the same bytes: as UTF-8 when it is valid (a BOM remains the
 * first character), else as Latin-1, where every byte is one character.
 */
export function decodeText(bytes: Buffer): { text: string; encoding: Encoding } {
  const encoding = isUtf8(bytes) ? 'utf8' : 'latin1'
  return { text: bytes.toString(encoding), encoding }
}

/** The reverse of decodeText; null when the text contains characters that the encoding lacks. */
export function encodeText(text: string, encoding: Encoding): Buffer | null {
  if (encoding === 'latin1' && /[\u0100-\uFFFF]/.test(text)) return null
  return Buffer.from(text, encoding)
}

/** The line ending that all lines of the text share; null when they differ or there is none. */
export function uniformEnding(text: string): LineEnding | null {
  const all = text.split('\n').length - 1
  if (all === 0) return null
  const crlf = text.split('\r\n').length - 1
  if (crlf === 0) return '\n'
  return crlf === all ? '\r\n' : null
}

/** The text with the given line ending; unchanged when it is null. */
export function withEnding(text: string, ending: LineEnding | null): string {
  return ending === null ? text : text.replace(/\r?\n/g, ending)
}

/** A NUL byte in the first 8 kB, the rule that git uses. */
export function isBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, 8_192).includes(0)
}

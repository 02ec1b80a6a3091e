import type { WebAnswer } from '../fetch/types.js'

/** A `<meta charset>` must be within the first 1,024 bytes (HTML standard). */
const META_BYTES = 1_024

/** Decodes an answer. The charset comes from the byte order mark, the header, the `<meta>` tag, else UTF-8. */
export function decodePage({ bytes, charset }: Pick<WebAnswer, 'bytes' | 'charset'>): string {
  const label = byteOrderMark(bytes) ?? charset ?? metaCharset(bytes) ?? 'utf-8'
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    // An unknown charset; as UTF-8 at least the ASCII part is readable.
    return new TextDecoder().decode(bytes)
  }
}

function byteOrderMark(bytes: Buffer): string | null {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : null
}

function metaCharset(bytes: Buffer): string | null {
  const head = bytes.subarray(0, META_BYTES).toString('latin1')
  return /<meta[^>]{1,200}charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(head)?.[1] ?? null
}

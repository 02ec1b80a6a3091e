import type { WebAnswer } from '../fetch/types.js'

/** How far into a page its own word about its charset may stand (HTML's own rule: 1,024 bytes). */
const META_BYTES = 1_024

/** The text of an answer: byte order mark, then header, then what the page says of itself, then UTF-8. */
export function decodePage({ bytes, charset }: Pick<WebAnswer, 'bytes' | 'charset'>): string {
  const label = markOf(bytes) ?? charset ?? metaOf(bytes) ?? 'utf-8'
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    // A name that nobody knows; UTF-8 shows at least what is plain.
    return new TextDecoder().decode(bytes)
  }
}

function markOf(bytes: Buffer): string | null {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : null
}

function metaOf(bytes: Buffer): string | null {
  const head = bytes.subarray(0, META_BYTES).toString('latin1')
  return /<meta[^>]{1,200}charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(head)?.[1] ?? null
}

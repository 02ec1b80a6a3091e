import type { IncomingMessage } from 'node:http'
import type { Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

/** Servers pack once; more layers are how a small answer becomes a huge one. */
const UNPACK: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

type Body = { ok: true; bytes: Buffer } | { ok: false; message: string }

/**
 * Reads a whole body, unpacked, and counts while it comes: neither the packed nor the unpacked bytes may
 * grow above the cap, so a bomb costs no more than an honest page.
 */
export async function readBody(answer: IncomingMessage, maxBytes: number): Promise<Body> {
  const encoding = (answer.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  const unpack = UNPACK[encoding]
  if (encoding !== 'identity' && encoding !== '' && unpack === undefined)
    return {
      ok: false,
      message: `its body is packed as ${encoding.slice(0, 40)}, which is not read`,
    }
  const told = Number(answer.headers['content-length'] ?? 0)
  if (told > maxBytes) return tooLarge(maxBytes)
  const source = unpack === undefined ? answer : answer.pipe(unpack())
  // A pipe carries no errors: an answer that breaks off would leave the unpacker waiting.
  if (source !== answer) answer.once('error', (error) => source.destroy(error))
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of source) {
      size += part.length
      if (size > maxBytes) return tooLarge(maxBytes)
      parts.push(part)
    }
  } catch (error) {
    return { ok: false, message: `its body broke off: ${(error as Error).message}` }
  } finally {
    answer.destroy()
  }
  return { ok: true, bytes: Buffer.concat(parts) }
}

function tooLarge(maxBytes: number): Body {
  return { ok: false, message: `it is larger than ${Math.floor(maxBytes / 1_048_576)} MiB` }
}

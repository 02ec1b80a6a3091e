import type { IncomingMessage } from 'node:http'
import type { Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

/** Only one layer of compression is accepted: several layers are typical of a compression bomb. */
const DECOMPRESS: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

type Body = { ok: true; bytes: Buffer } | { ok: false; message: string }

/**
 * Reads and decompresses a whole body.
 * @param maxBytes  limit for the compressed and for the decompressed bytes, checked while they arrive
 */
export async function readBody(answer: IncomingMessage, maxBytes: number): Promise<Body> {
  const encoding = (answer.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  const decompress = DECOMPRESS[encoding]
  if (encoding !== 'identity' && encoding !== '' && decompress === undefined)
    return {
      ok: false,
      message: `its content encoding ${encoding.slice(0, 40)} is not supported`,
    }
  const announced = Number(answer.headers['content-length'] ?? 0)
  if (announced > maxBytes) return tooLarge(maxBytes)
  const source = decompress === undefined ? answer : answer.pipe(decompress())
  // pipe() does not forward errors: without this an interrupted answer would leave the stream waiting.
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
    return { ok: false, message: `the transfer of its body failed: ${(error as Error).message}` }
  } finally {
    answer.destroy()
  }
  return { ok: true, bytes: Buffer.concat(parts) }
}

function tooLarge(maxBytes: number): Body {
  return { ok: false, message: `it is larger than ${Math.floor(maxBytes / 1_048_576)} MiB` }
}

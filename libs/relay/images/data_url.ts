import { createHash, type Hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Refusal } from '../refusals/refusal.js'
import type { Lifted } from './lift.js'

/** A file from a data URL. */
export interface SentFile {
  bytes: Buffer
  /** SHA-256 in hex. */
  hash: string
}

/** Letters that are decoded at a time, a multiple of 4, and how many times before the event loop continues. */
const SLICE = 65_536
const SLICES_A_TURN = 16

/**
 * Reads the file in a data URL. The media type is not trusted, so it is not read.
 * @param lifted  base64 that was removed from the body before it was parsed; it is overwritten
 * @throws Refusal invalid_image, before anything is decoded if the size is the reason
 */
export async function readDataUrl(
  url: string,
  lifted: Lifted,
  maxBytes: number,
  at: string,
): Promise<SentFile> {
  const refuse = (why: string): never => {
    throw new Refusal('invalid_image', `${at}: ${why}`, { param: at })
  }
  const comma = /^data:[^,]{0,200};base64,/i.exec(url.slice(0, 256))?.[0].length ?? -1
  if (comma === -1)
    return refuse(
      /^data:/i.test(url)
        ? 'the data URL must be in base64, as in data:image/png;base64,…'
        : 'this proxy fetches nothing. Send the image itself as a data URL in base64.',
    )
  const raw = lifted.get(url.slice(comma)) ?? null
  const letters = raw?.length ?? url.length - comma
  if (letters === 0) return refuse('the image is empty.')
  if (sizeOf(letters) > maxBytes + 3)
    return refuse(
      `the image has ${sizeOf(letters)} bytes, ${maxBytes} are allowed. Make it smaller or save it as JPEG.`,
    )
  const hash = createHash('sha256')
  const bytes = raw === null ? decodeText(url.slice(comma), hash) : await decodeInPlace(raw, hash)
  if (bytes === null) return refuse('the image is not valid base64. Encode the whole file again.')
  return { bytes, hash: hash.digest('hex') }
}

/** Letters of base64 in a URL, or behind its mark. */
export function encodedLength(url: string, lifted: Lifted): number {
  return lifted.get(url.slice(url.indexOf(',') + 1))?.length ?? url.length
}

/**
 * Decodes in place: three bytes never reach the next four letters. It needs no second copy, no string as long as
 * the image, and does not block the event loop for 8 MiB.
 */
async function decodeInPlace(raw: Buffer, hash: Hash): Promise<Buffer | null> {
  const letters = withoutPadding(raw.length, raw.toString('latin1', Math.max(0, raw.length - 2)))
  let written = 0
  for (let at = 0, slice = 1; at < raw.length; at += SLICE, slice += 1) {
    const count = raw.write(raw.toString('latin1', at, at + SLICE), written, 'base64')
    hash.update(raw.subarray(written, written + count))
    written += count
    if (slice % SLICES_A_TURN === 0) await nextTurn()
  }
  return isWhole(letters, written) ? raw.subarray(0, written) : null
}

/** Also with the line breaks that some encoders put in. */
function decodeText(text: string, hash: Hash): Buffer | null {
  for (const all of [text, text.replace(/\s+/g, '')]) {
    const bytes = Buffer.from(all, 'base64')
    if (!isWhole(withoutPadding(all.length, all.slice(-2)), bytes.length)) continue
    hash.update(bytes)
    return bytes
  }
  return null
}

function withoutPadding(letters: number, end: string): number {
  return letters - (end === '==' ? 2 : end.endsWith('=') ? 1 : 0)
}

// Node skips letters that are not base64: the result then has fewer bytes than expected.
function isWhole(letters: number, bytes: number): boolean {
  return letters % 4 !== 1 && bytes > 0 && bytes === sizeOf(letters)
}

/** Base64 has 4 letters for 3 bytes. */
function sizeOf(letters: number): number {
  return Math.floor((letters * 3) / 4)
}

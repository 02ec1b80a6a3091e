import { crc32, deflateSync } from 'node:zlib'
import type { SharpOptions } from 'sharp'

/** A data URL of these bytes, under whatever label. */
export function dataUrl(bytes: Buffer, type = 'image/png'): string {
  return `data:${type};base64,${bytes.toString('base64')}`
}

/** A part of a message with this picture. */
export function imagePart(bytes: Buffer, rest: object = {}): object {
  return { type: 'image_url', image_url: { url: dataUrl(bytes), ...rest } }
}

/** One user message of these parts; a string is a text. */
export function userSays(...parts: (string | Buffer | object)[]): object {
  const content = parts.map((part) => {
    if (typeof part === 'string') return { type: 'text', text: part }
    return Buffer.isBuffer(part) ? imagePart(part) : part
  })
  return { role: 'user', content }
}

/** Loads sharp only where a test calls for it: one of them proves that the proxy does not load it early. */
export async function paint(options: SharpOptions, pixels?: Buffer) {
  const { default: sharp } = await import('sharp')
  return pixels === undefined ? sharp(options) : sharp(pixels, options)
}

/** One colour, e.g. to tell pictures apart. */
export async function plainPng(width: number, height: number, background: string): Promise<Buffer> {
  return (await paint({ create: { width, height, channels: 3, background } })).png().toBuffer()
}

/** Noise: as hard to compress as a photograph, the same for the same seed. */
export async function noise(
  width: number,
  height: number,
  format: 'png' | 'jpeg' | 'webp',
  seed = 1,
): Promise<Buffer> {
  const raw = Buffer.alloc(width * height * 3)
  let state = seed
  for (let at = 0; at < raw.length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    raw[at] = state >> 16
  }
  return (await paint({ raw: { width, height, channels: 3 } }, raw)).toFormat(format).toBuffer()
}

export interface PngHead {
  width: number
  height: number
  bits?: number
  /** 0 grey, 2 colour, 3 palette, 4 grey and alpha, 6 colour and alpha. */
  colour?: number
  interlaced?: boolean
}

const PNG_MAGIC = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** A PNG by hand, so that it can lie: the head, more chunks, and pixel data of any length. */
export function rawPng(head: PngHead, data: Buffer, chunks: [type: string, data: Buffer][] = []) {
  const { width, height, bits = 8, colour = 2, interlaced = false } = head
  const ihdr = Buffer.alloc(13)
  ihdr.writeUInt32BE(width, 0)
  ihdr.writeUInt32BE(height, 4)
  ihdr.set([bits, colour, 0, 0, interlaced ? 1 : 0], 8)
  return Buffer.concat([
    PNG_MAGIC,
    pngChunk('IHDR', ihdr),
    ...chunks.map(([type, bytes]) => pngChunk(type, bytes)),
    pngChunk('IDAT', deflateSync(data)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunk = Buffer.alloc(named.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  named.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(named), named.length + 4)
  return chunk
}

import { deflateSync } from 'node:zlib'
import { noise, paint, plainPng, rawPng } from './images.js'

/** A file that a hostile or careless client may send as an image. */
export interface BadFile {
  name: string
  bytes: Buffer
  /** What the refusal must say; null: it is a picture, and must arrive as a clean one. */
  says: RegExp | null
}

const HTML = Buffer.from('<!doctype html><script>canary()</script>'.repeat(20))
const DAMAGED = /damaged or truncated/
const FOREIGN = /is not a JPEG, PNG, WebP or GIF/
const TOO_MANY = /\d+ x \d+ pixels; 40000000 in all are allowed/
const TOO_LONG = /the long side may be 200 times the short/
const HELD = /too many for its kind of file/

/** Bombs, cut files, files of two kinds, foreign formats: each made here, none larger than 2 MiB. */
export async function badFiles(): Promise<BadFile[]> {
  const png = await noise(120, 90, 'png')
  const jpeg = await noise(120, 90, 'jpeg')
  const webp = await noise(120, 90, 'webp')
  const gif = await (
    await paint({ create: { width: 90, height: 60, channels: 3, background: 'red' } })
  )
    .gif()
    .toBuffer()
  return [
    ...bombs(),
    ...(await animated()),
    ...cut({ png, jpeg, webp, gif }),
    ...twoKinds({ png, jpeg, gif }),
    ...(await foreign()),
    ...broken(png, jpeg),
  ]
}

function bombs(): BadFile[] {
  const zeros = (bytes: number) => Buffer.alloc(bytes)
  const head = (width: number, height: number, rest: object = {}) =>
    rawPng({ width, height, ...rest }, zeros(64))
  return [
    { name: 'png that says 50000 x 50000', bytes: head(50_000, 50_000), says: TOO_MANY },
    { name: 'png that says 2^31-1 squared', bytes: head(0x7fffffff, 0x7fffffff), says: DAMAGED },
    {
      // One bit a pixel, all zero: 12 MB in 12 kB, and whole.
      name: 'png of 100 million pixels in a few kB',
      bytes: rawPng({ width: 10_000, height: 10_000, bits: 1, colour: 0 }, zeros(1_251 * 10_000)),
      says: TOO_MANY,
    },
    {
      name: 'png of 39 million pixels in a few kB',
      bytes: rawPng({ width: 6_500, height: 6_000, bits: 1, colour: 0 }, zeros(814 * 6_000)),
      says: null,
    },
    {
      name: 'interlaced png of 39 million pixels, 8 bytes each',
      bytes: head(6_500, 6_000, { bits: 16, colour: 6, interlaced: true }),
      says: HELD,
    },
    {
      name: 'png of 1 x 100000',
      bytes: rawPng({ width: 1, height: 100_000, colour: 0 }, zeros(200_000)),
      says: TOO_LONG,
    },
    {
      name: 'png of 100000 x 1',
      bytes: rawPng({ width: 100_000, height: 1, colour: 0 }, zeros(100_001)),
      says: TOO_LONG,
    },
    { name: 'png of 0 x 0', bytes: head(0, 0), says: DAMAGED },
    { name: 'png with too little data', bytes: head(1_000, 1_000), says: DAMAGED },
    {
      name: 'png with 64 MB of text in 64 kB',
      bytes: rawPng({ width: 8, height: 8, colour: 0 }, zeros(72), [
        ['zTXt', Buffer.concat([Buffer.from('k\0\0'), deflateSync(zeros(64 * 1_048_576))])],
      ]),
      says: null,
    },
    {
      name: 'png with a colour profile of 64 MB in 64 kB',
      bytes: rawPng({ width: 8, height: 8, colour: 0 }, zeros(72), [
        ['iCCP', Buffer.concat([Buffer.from('k\0\0'), deflateSync(zeros(64 * 1_048_576))])],
      ]),
      says: null,
    },
    { name: 'jpeg that says 65500 x 65500', bytes: jpegHead(65_500, 65_500), says: TOO_MANY },
    {
      name: 'progressive jpeg of 39 million pixels',
      bytes: jpegHead(6_500, 6_000, 0xc2),
      says: HELD,
    },
    {
      name: 'webp that says 16384 x 16384',
      bytes: webpHead(16_384, 16_384),
      says: /allowed|damaged/,
    },
    {
      name: 'gif that says 65535 x 65535',
      bytes: gifHead(65_535, 65_535),
      says: /allowed|damaged/,
    },
    { name: 'gif of 36 million pixels', bytes: gifHead(6_000, 6_000), says: HELD },
  ]
}

async function animated(): Promise<BadFile[]> {
  const frames = 1_000
  const pixels = Buffer.alloc(16 * 16 * 3 * frames)
  for (let at = 0; at < frames; at += 1) pixels.fill(at % 256, at * 768, (at + 1) * 768)
  const raw = { width: 16, height: 16 * frames, channels: 3, pageHeight: 16 } as const
  const film = async () => paint({ raw }, pixels)
  return [
    { name: 'gif of 1000 frames', bytes: await (await film()).gif().toBuffer(), says: null },
    {
      name: 'webp of 1000 frames',
      bytes: await (await film()).webp({ effort: 0 }).toBuffer(),
      says: null,
    },
  ]
}

function cut(files: Record<string, Buffer>): BadFile[] {
  return Object.entries(files).flatMap(([name, bytes]) =>
    [0.9, 0.5, 0.1].map((share) => ({
      name: `${name} cut at ${share * 100} %`,
      bytes: bytes.subarray(0, Math.floor(bytes.length * share)),
      says: DAMAGED,
    })),
  )
}

function twoKinds({ png, jpeg, gif }: Record<'png' | 'jpeg' | 'gif', Buffer>): BadFile[] {
  const text = (latin1: string) => Buffer.from(latin1, 'latin1')
  return [
    {
      name: 'png magic, then html',
      bytes: Buffer.concat([png.subarray(0, 8), HTML]),
      says: DAMAGED,
    },
    {
      name: 'jpeg magic, then html',
      bytes: Buffer.concat([text('\xff\xd8\xff\xe0'), HTML]),
      says: DAMAGED,
    },
    {
      name: 'gif magic as a comment of a script',
      bytes: text('GIF89a/*\0*/=1;canary()//'),
      says: DAMAGED,
    },
    {
      name: 'webp magic, then zeros',
      bytes: text(`RIFF\0\0\0\0WEBP${'\0'.repeat(100)}`),
      says: DAMAGED,
    },
    { name: 'png, then html', bytes: Buffer.concat([png, HTML]), says: null },
    { name: 'jpeg, then html', bytes: Buffer.concat([jpeg, HTML]), says: null },
    { name: 'gif, then html', bytes: Buffer.concat([gif, HTML]), says: null },
    { name: 'html, then png', bytes: Buffer.concat([HTML, png]), says: FOREIGN },
  ]
}

async function foreign(): Promise<BadFile[]> {
  const dot = async () =>
    paint({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="/etc/passwd"/></svg>'
  const files: Record<string, Buffer> = {
    svg: Buffer.from(svg),
    'svg with a byte order mark': Buffer.from(`\ufeff<?xml version="1.0"?>${svg}`),
    pdf: Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj'),
    tiff: await (await dot()).tiff().toBuffer(),
    avif: await (await dot()).avif({ effort: 0 }).toBuffer(),
    bmp: Buffer.from(`BM${'\0'.repeat(60)}`),
    ico: Buffer.from(`\0\0\x01\0${'\0'.repeat(60)}`),
    ppm: Buffer.from('P6 1 1 255 \0\0\0'),
    hdr: Buffer.from('#?RADIANCE\n'),
    script: Buffer.from('push graphic-context\nimage over 0,0 0,0 "https://canary.invalid/"'),
    'one byte': Buffer.from([0x89]),
    words: Buffer.from('a picture of a cat'),
  }
  return Object.entries(files).map(([name, bytes]) => ({ name, bytes, says: FOREIGN }))
}

function broken(png: Buffer, jpeg: Buffer): BadFile[] {
  const flip = (bytes: Buffer, at: number) => {
    const copy = Buffer.from(bytes)
    copy[at] = (copy[at] ?? 0) ^ 0xff
    return copy
  }
  return [
    { name: 'png with a wrong checksum in its head', bytes: flip(png, 30), says: DAMAGED },
    {
      name: 'png with a flipped bit in its data',
      bytes: flip(png, png.length >> 1),
      says: DAMAGED,
    },
    {
      name: 'png with a palette that is missing',
      bytes: rawPng({ width: 9, height: 9, colour: 3 }, Buffer.alloc(90)),
      says: DAMAGED,
    },
    { name: 'jpeg without its end', bytes: jpeg.subarray(0, jpeg.length - 2), says: /./ },
  ]
}

/** A JPEG as far as the frame header, and then nothing. */
function jpegHead(width: number, height: number, kind = 0xc0): Buffer {
  const frame = Buffer.from([
    0xff,
    kind,
    0,
    17,
    8,
    0,
    0,
    0,
    0,
    3,
    1,
    0x11,
    0,
    2,
    0x11,
    0,
    3,
    0x11,
    0,
  ])
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  const scan = Buffer.from([0xff, 0xda, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 63, 0])
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    frame,
    scan,
    Buffer.alloc(64),
    Buffer.from([0xff, 0xd9]),
  ])
}

function webpHead(width: number, height: number): Buffer {
  const vp8x = Buffer.alloc(30)
  vp8x.write('RIFF', 0, 'latin1')
  vp8x.writeUInt32LE(22, 4)
  vp8x.write('WEBPVP8X', 8, 'latin1')
  vp8x.writeUInt32LE(10, 16)
  vp8x.writeUIntLE(width - 1, 24, 3)
  vp8x.writeUIntLE(height - 1, 27, 3)
  return vp8x
}

/** A GIF of one empty frame, as large as its screen. */
function gifHead(width: number, height: number): Buffer {
  const screen = Buffer.from('GIF89a\0\0\0\0\x80\0\0', 'latin1')
  screen.writeUInt16LE(width, 6)
  screen.writeUInt16LE(height, 8)
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 0x4c, 1, 0, 0x3b])
  frame.writeUInt16LE(width, 5)
  frame.writeUInt16LE(height, 7)
  return Buffer.concat([screen, Buffer.from([0, 0, 0, 255, 255, 255]), frame])
}

/** A good picture, to see that the proxy still works. */
export function goodPicture(): Promise<Buffer> {
  return plainPng(100, 80, 'green')
}

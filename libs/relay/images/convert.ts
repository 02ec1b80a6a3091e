import type { Metadata, Sharp } from 'sharp'
import { fit, type Grid, type Size } from './grid.js'
import { kindOf } from './kind.js'

/** A picture as the engine gets it. */
export interface Picture {
  bytes: Buffer
  type: 'image/png' | 'image/jpeg'
  size: Size
  /** Of the original, upright. */
  original: Size
}

export interface ConvertTerms {
  grid: Grid
  longSide: number
  maxPixels: number
}

/** A picture that is not decoded; the message continues after "the image …" and says what to do. */
export class BadImage extends Error {}

/** Turns the bytes of a client into a picture of ours, on sharp's own threads. */
export type Convert = (bytes: Buffer, terms: ConvertTerms) => Promise<Picture>

/** Decoding that takes longer is cancelled; 40 million pixels took 0.6-6.5 s on two busy cores. */
const SECONDS = 10
/** Formats that cannot be read line by line are decoded in memory as a whole; two of them must fit. */
const HELD_BYTES = 80_000_000
/** Qwen's processor refuses more. */
const MOST_ASPECT = 200
/** Drawings and screenshots of text took 0.5-0.7 bytes a pixel as PNG, photographs 2.4 and more. */
const PNG_BYTES_PER_PIXEL = 1.5
const PNG = { compressionLevel: 6, adaptiveFiltering: false, palette: false } as const
/** Full colour: with halved colour, red text on black smears. */
const JPEG = {
  quality: 90,
  chromaSubsampling: '4:4:4',
  progressive: false,
  mozjpeg: false,
} as const
const WHITE = '#ffffff'

/** All decoders of libvips, and those that may be used: a second check behind `kindOf`. */
const ALL_LOADERS = ['VipsForeignLoad']
const OPEN_LOADERS = [
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadNsgifBuffer',
]

type SharpModule = typeof import('sharp').default

/** Loads sharp with the first picture: a proxy without pictures never loads it. */
export function createConvert(): Convert {
  let loading: Promise<SharpModule> | null = null
  return async (bytes, { grid, longSide, maxPixels }) => {
    const kind = kindOf(bytes)
    if (kind === null)
      throw new BadImage('is not a JPEG, PNG, WebP or GIF. Convert it to one of these.')
    loading ??= loadSharp()
    const sharp = await loading
    const input = {
      failOn: 'error',
      sequentialRead: true,
      // A colour profile would be read by another parser; models do not see the difference.
      ignoreIcc: true,
      pages: 1,
    } as const
    try {
      // The header first, without the limit, so that the refusal can name the size.
      const head = await sharp(bytes, { ...input, limitInputPixels: false }).metadata()
      const original = checkHead(head, maxPixels)
      const size = fit(grid, original, longSide)
      const image = sharp(bytes, { ...input, limitInputPixels: maxPixels })
      return { ...(await encode(sharp, image, kind === 'jpeg', size)), size, original }
    } catch (error) {
      throw asBadImage(error, kind)
    }
  }
}

async function loadSharp(): Promise<SharpModule> {
  const { default: sharp } = await import('sharp')
  // One thread for each picture: the line limits how many pictures are decoded at once.
  sharp.concurrency(1)
  sharp.cache(false)
  sharp.block({ operation: ALL_LOADERS })
  sharp.unblock({ operation: OPEN_LOADERS })
  return sharp
}

/** Reads only the header, so a decompression bomb costs no more than its file. */
function checkHead(head: Metadata, maxPixels: number): Size {
  const { width, height } = head.autoOrient
  const sides = `${width} x ${height} pixels`
  if (width * height > maxPixels)
    throw new BadImage(`has ${sides}; ${maxPixels} in all are allowed. Make it smaller.`)
  if (Math.max(width, height) > MOST_ASPECT * Math.min(width, height))
    throw new BadImage(`has ${sides}; the long side may be ${MOST_ASPECT} times the short. Cut it.`)
  if (width * height * heldBytesPerPixel(head) > HELD_BYTES)
    throw new BadImage(
      `has ${sides}, too many for its kind of file. Make it smaller, or save it as plain JPEG or PNG.`,
    )
  return { width, height }
}

function heldBytesPerPixel({
  format,
  isProgressive,
  chromaSubsampling,
  ...head
}: Metadata): number {
  const channels = head.channels ?? 4
  // Coefficients of two bytes; with 4:2:0 the colours have a quarter each.
  if (format === 'jpeg' && isProgressive)
    return 2 * (chromaSubsampling === '4:2:0' ? 1.5 : channels)
  if (format === 'png' && isProgressive) return channels * (head.depth === 'ushort' ? 2 : 1)
  return format === 'gif' || format === 'webp' ? 4 : 0
}

async function encode(
  sharp: SharpModule,
  image: Sharp,
  lossy: boolean,
  { width, height }: Size,
): Promise<Pick<Picture, 'bytes' | 'type'>> {
  const { data, info } = await image
    .autoOrient()
    .resize(width, height, { fit: 'fill' })
    // The colour of transparent pixels is arbitrary, and some engines would show it.
    .flatten({ background: WHITE })
    .toColourspace('srgb')
    .timeout({ seconds: SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = () => sharp(data, { raw: { width, height, channels: info.channels } })
  if (!lossy) {
    const png = await raw().png(PNG).toBuffer()
    if (png.length <= width * height * PNG_BYTES_PER_PIXEL) return { bytes: png, type: 'image/png' }
  }
  return { bytes: await raw().jpeg(JPEG).toBuffer(), type: 'image/jpeg' }
}

// The messages of libvips name our files and functions, so they stay in the cause.
function asBadImage(error: unknown, kind: string): unknown {
  if (!(error instanceof Error) || error instanceof BadImage) return error
  if (/^timeout/.test(error.message))
    return new BadImage(`takes more than ${SECONDS} s to decode. Make it smaller.`, {
      cause: error,
    })
  return new BadImage(`is damaged or truncated: it cannot be decoded as ${kind}. Send it again.`, {
    cause: error,
  })
}

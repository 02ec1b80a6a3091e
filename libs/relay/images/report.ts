import type { Picture } from './convert.js'
import { type Grid, tokensOf } from './grid.js'
import type { Fate } from './select.js'

/** What was done to the pictures of one request. */
export interface ImageReport {
  requestId: string
  person: string
  model: string
  /** Pictures in the conversation; of these, how many repeat a visible one, and how many were omitted as old. */
  images: number
  repeats: number
  old: number
  /** As the client sent them, and as the engine gets them: bytes, without the base64. */
  inBytes: number
  outBytes: number
  /** Estimates: what the pictures cost now, and how much more the originals would have cost. */
  tokens: number
  savedTokens: number
  ms: number
}

export type ImageSums = Omit<ImageReport, 'requestId' | 'person' | 'model' | 'ms'>

/**
 * Adds up.
 * @param pictures  null where it is not known: an old one that left the cache saves more than is reported
 */
export function sumUp(
  sent: readonly { bytes: Buffer }[],
  fates: readonly Fate[],
  pictures: readonly (Picture | null)[],
  grid: Grid,
): ImageSums {
  const sums = {
    images: sent.length,
    repeats: fates.filter(({ is }) => is === 'repeat').length,
    old: fates.filter(({ is }) => is === 'old').length,
    inBytes: sent.reduce((sum, { bytes }) => sum + bytes.length, 0),
    outBytes: 0,
    tokens: 0,
    savedTokens: 0,
  }
  for (const [index, picture] of pictures.entries()) {
    if (picture === null) continue
    sums.savedTokens += tokensOf(grid, picture.original)
    if (fates[index]?.is !== 'shown') continue
    sums.outBytes += picture.bytes.length
    sums.tokens += tokensOf(grid, picture.size)
  }
  // A picture below one tile grows to it: that loss is not reported.
  sums.savedTokens = Math.max(0, sums.savedTokens - sums.tokens)
  return sums
}

/** The header's text: `n in-bytes->out-bytes`. */
export function imagesHeader({ images, inBytes, outBytes }: ImageReport): string {
  return `${images} ${inBytes}->${outBytes}`
}

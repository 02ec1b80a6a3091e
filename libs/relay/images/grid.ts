/** How a family of models cuts a picture into tokens. */
export interface Grid {
  /** Pixels per token and direction: a picture whose sides are multiples of it is not scaled again. */
  tile: number
  /** Tokens of the smallest and of the largest picture. */
  least: number
  most: number
  /** One more token at the end of each row of tiles. */
  rowTokens: number
  /** Set: the encoder scales every picture to this many pixels and makes `least` tokens of it. */
  side: number | null
}

export interface Size {
  width: number
  height: number
}

const GRID: Grid = { tile: 28, least: 1, most: 4_096, rowTokens: 0, side: null }

/**
 * By the model's name, first match wins. Numbers: the families' preprocessor_config.json and model cards
 * (patch size times merge size; least and most from their limits of pixels).
 */
const FAMILIES: [name: RegExp, grid: Grid][] = [
  // Patches of 16, merged 2x2; 65,536 to 16,777,216 pixels.
  [/qwen-?3/i, { ...GRID, tile: 32, least: 64, most: 16_384 }],
  // Patches of 14, merged 2x2; 3,136 to 12,845,056 pixels.
  [/qwen.*vl/i, { ...GRID, least: 4, most: 16_384 }],
  // Patches of 16, not merged; 1,024 pixels on the long side.
  [/pixtral/i, { ...GRID, tile: 16, rowTokens: 1, most: 4_160 }],
  // Patches of 14, merged 2x2; 1,540 pixels on the long side.
  [/(?:mi|ma|de|mini)(?:gi|v)?stral/i, { ...GRID, rowTokens: 1, most: 3_080 }],
  [/gemma-?3n/i, { ...GRID, least: 256, most: 256, side: 768 }],
  [/gemma-?3/i, { ...GRID, least: 256, most: 256, side: 896 }],
]

/**
 * The grid of a model.
 * @param tile  set by the operator, for an unknown name; undefined: by the name
 */
export function gridOf(model: string, tile: number | undefined): Grid {
  if (tile !== undefined) return { ...GRID, tile }
  return FAMILIES.find(([name]) => name.test(model))?.[1] ?? GRID
}

/**
 * The size in which a picture is sent: at most `longSide`, never larger than the original except for the last
 * tile, sides rounded to whole tiles as the model's own processor would.
 */
export function fit({ tile, side }: Grid, { width, height }: Size, longSide: number): Size {
  const long = Math.max(width, height)
  // The number of tokens is fixed, so send all that the encoder can see.
  if (side !== null) {
    const scale = Math.min(1, side / long)
    const scaled = (pixels: number) => Math.max(1, Math.round(pixels * scale))
    return { width: scaled(width), height: scaled(height) }
  }
  const limit = Math.max(1, Math.floor(longSide / tile))
  const scale = Math.min(1, (limit * tile) / long)
  const tiles = (pixels: number) =>
    Math.min(limit, Math.max(1, Math.round((pixels * scale) / tile))) * tile
  return { width: tiles(width), height: tiles(height) }
}

/** Tokens that a picture of this size becomes. */
export function tokensOf({ tile, least, most, rowTokens }: Grid, { width, height }: Size): number {
  const rows = Math.max(1, Math.round(height / tile))
  const columns = Math.max(1, Math.round(width / tile))
  return Math.min(most, Math.max(least, rows * (columns + rowTokens)))
}

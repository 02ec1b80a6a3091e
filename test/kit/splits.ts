import { joinChunks } from '#model'

/** Pieces of one text: each character alone, then `count` random cuts of 1 to 12 code units. */
export function splitsOf(text: string, count: number, random: () => number): string[][] {
  return [[...text], ...Array.from({ length: count }, () => cut(text, random))]
}

/** The reply as the client puts it together from a stream of these pieces. */
export function streamed(pieces: readonly string[], finish: string): ReturnType<typeof joinChunks> {
  const chunks = pieces.map((content) => ({ choices: [{ delta: { content } }] }))
  return joinChunks([...chunks, { choices: [{ delta: {}, finish_reason: finish }] }])
}

/**
 * Numbers from 0 to below 1, the same for the same seed: Marsaglia's xorshift of 32 bits, which comes
 * round after 2^32 - 1 numbers (a product beyond 2^53 would be rounded, and come round in thousands).
 */
export function seeded(seed: number): () => number {
  let state = seed | 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

function cut(text: string, random: () => number): string[] {
  const pieces: string[] = []
  for (let at = 0; at < text.length; ) {
    const size = 1 + Math.floor(random() * 12)
    pieces.push(text.slice(at, at + size))
    at += size
  }
  return pieces
}

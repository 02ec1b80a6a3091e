/** A small generator of numbers 0..1, the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const PARTS = ['ka', 'lo', 'mi', 'ren', 'tas', 'u', 'vel', 'on', 'der', 'pi', 'sto', 'ga', 'eth']

/** Text of made-up words that says nothing twice for long, at least so many characters. */
export function makeWords(characters: number, seed = 1): string {
  const random = seededRandom(seed)
  const part = () => PARTS[Math.floor(random() * PARTS.length)] ?? ''
  let text = ''
  while (text.length < characters) {
    const word = Array.from({ length: 1 + Math.floor(random() * 4) }, part).join('')
    text += word + (random() < 0.1 ? '. ' : ' ')
  }
  return text.slice(0, characters)
}

/** A text in pieces of random lengths, as a stream may bring it. */
export function cutText(text: string, random: () => number, longest = 9): string[] {
  const pieces: string[] = []
  for (let at = 0; at < text.length; ) {
    const size = 1 + Math.floor(random() * longest)
    pieces.push(text.slice(at, at + size))
    at += size
  }
  return pieces
}

/** Numbers of row 228. */
const CHUNK_LINES = 50
const MOST_CHUNKS = 40
/** A model of 384 dimensions reads about 256 tokens. */
const CHUNK_CHARS = 4_000

/** The parts of a text that get a vector each: 50 lines. */
export function chunksOf(text: string): string[] {
  const lines = text.split('\n')
  const chunks: string[] = []
  for (let at = 0; at < lines.length && chunks.length < MOST_CHUNKS; at += CHUNK_LINES) {
    const chunk = lines
      .slice(at, at + CHUNK_LINES)
      .join('\n')
      .trim()
    if (chunk !== '') chunks.push(chunk.slice(0, CHUNK_CHARS))
  }
  return chunks
}

/** The text of a payload: its strings, line by line. */
export function payloadText(payload: string): string {
  const found: string[] = []
  const walk = (value: unknown) => {
    if (typeof value === 'string') found.push(value)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk)
  }
  walk(JSON.parse(payload))
  return found.join('\n')
}

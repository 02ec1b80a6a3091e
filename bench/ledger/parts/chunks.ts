/** Some lines of an observation, and the words in them. */
export interface Chunk {
  text: string
  step: number
  words: ReadonlyMap<string, number>
  length: number
}

const LINES = 16
/** The usual constants of BM25. */
const K1 = 1.2
const B = 0.75

/** Cuts an observation into chunks of 16 lines. */
export function chunksOf(output: string, step: number): Chunk[] {
  const lines = output.split('\n')
  const chunks: Chunk[] = []
  for (let at = 0; at < lines.length; at += LINES) {
    const text = lines.slice(at, at + LINES).join('\n')
    const words = new Map<string, number>()
    for (const word of wordsIn(text)) words.set(word, (words.get(word) ?? 0) + 1)
    const length = [...words.values()].reduce((sum, count) => sum + count, 0)
    if (text.trim() !== '') chunks.push({ text, step, words, length })
  }
  return chunks
}

/** The chunks that have words of a query, by BM25; each text once, newer ones first among equals. */
export function rankChunks(chunks: readonly Chunk[], query: string): Chunk[] {
  const wanted = new Set(wordsIn(query))
  const mean = chunks.reduce((sum, { length }) => sum + length, 0) / Math.max(1, chunks.length)
  const rarity = new Map<string, number>()
  for (const word of wanted) {
    const having = chunks.filter(({ words }) => words.has(word)).length
    if (having > 0) rarity.set(word, Math.log(1 + (chunks.length - having + 0.5) / (having + 0.5)))
  }
  const scored = chunks.map((chunk) => ({ chunk, score: scoreOf(chunk, rarity, mean) }))
  const seen = new Set<string>()
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.chunk.step - a.chunk.step)
    .map(({ chunk }) => chunk)
    .filter(({ text }) => !seen.has(text) && seen.add(text))
}

function scoreOf({ words, length }: Chunk, rarity: ReadonlyMap<string, number>, mean: number) {
  let score = 0
  for (const [word, weight] of rarity) {
    const count = words.get(word) ?? 0
    score += (weight * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / mean))
  }
  return score
}

function wordsIn(text: string): string[] {
  return (text.match(/[A-Za-z_]\w{2,}/g) ?? []).map((word) => word.toLowerCase())
}

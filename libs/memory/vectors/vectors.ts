import type { Store } from '../store/store.js'
import { chunksOf, payloadText } from './chunks.js'
import type { Embed } from './endpoint.js'

/** Events by the vectors of their texts. */
export interface Vectors {
  /** Gives vectors to events that have none, oldest first. @returns how many events */
  embedPending(most: number): Promise<number>
  /** The nearest events with their cosine, best first; those below the floor are left out. */
  search(query: string): Promise<{ n: number; similarity: number }[]>
}

interface VectorRow {
  n: number
  event: number
  vector: Buffer
}

/** Numbers of row 228. */
const TOP = 10
const FLOOR = 0.55
/** Candidates of the coarse search, which compares one bit a dimension; their cosine is exact. */
const COARSE = 200
/** Texts in one request. */
const BATCH = 32
const SIGN_BITS = 8

/** @param embed  asked with the texts of new events and with queries */
export async function createVectors(store: Store, embed: Embed): Promise<Vectors> {
  const bits = await openBits(store)
  return {
    async embedPending(most) {
      const rows = store
        .sql<[number], { n: number; content: string }>(
          `SELECT n, content FROM payloads WHERE n > (SELECT coalesce(max(event), 0) FROM vectors) ORDER BY n LIMIT ?`,
        )
        .all(most)
      const chunks = rows.flatMap(({ n, content }) => {
        const texts = chunksOf(payloadText(content))
        // An event without text still counts as done.
        return (texts.length > 0 ? texts : ['-']).map((text, chunk) => ({ event: n, chunk, text }))
      })
      for (let at = 0; at < chunks.length; at += BATCH) {
        const batch = chunks.slice(at, at + BATCH)
        const vectors = await embed(batch.map(({ text }) => text))
        store.write(() => {
          batch.forEach(({ event, chunk }, index) => {
            const vector = normalise(vectors[index] ?? [])
            bits.prepare(vector.length)
            const { lastInsertRowid, changes } = store
              .sql(
                'INSERT OR IGNORE INTO vectors (event, chunk, dimensions, vector) VALUES (?, ?, ?, ?)',
              )
              .run(event, chunk, vector.length, bytesOf(vector))
            if (changes > 0) bits.add(Number(lastInsertRowid), vector)
          })
        })
      }
      return rows.length
    },
    async search(query) {
      const [given = []] = await embed([query])
      const wanted = normalise(given)
      const best = new Map<number, number>()
      for (const { event, vector } of bits.candidates(wanted)) {
        const similarity = cosine(wanted, vector)
        if (similarity >= FLOOR && similarity > (best.get(event) ?? 0)) best.set(event, similarity)
      }
      return [...best]
        .map(([n, similarity]) => ({ n, similarity }))
        .sort((a, b) => b.similarity - a.similarity || a.n - b.n)
        .slice(0, TOP)
    },
  }
}

interface Bits {
  /** Called before a vector of this length is stored: those of another model go. */
  prepare(dimensions: number): void
  add(n: number, vector: Float32Array): void
  candidates(wanted: Float32Array): VectorRow[]
}

/** sqlite-vec finds candidates by one bit a dimension. Where its binary is missing, every vector is compared. */
async function openBits(store: Store): Promise<Bits> {
  const loaded = await loadExtension(store)
  const known = () =>
    store.sql<[], number>('SELECT dimensions FROM vectors LIMIT 1').pluck().get() ?? null
  const create = (dimensions: number) =>
    store.db.exec(
      `CREATE VIRTUAL TABLE IF NOT EXISTS vector_bits USING vec0(bits bit[${Math.ceil(dimensions / SIGN_BITS) * SIGN_BITS}])`,
    )
  return {
    prepare(dimensions) {
      const before = known()
      if (before !== null && before !== dimensions) {
        store.db.exec('DELETE FROM vectors')
        if (loaded) store.db.exec('DROP TABLE IF EXISTS vector_bits')
      }
      if (loaded) create(dimensions)
    },
    add(n, vector) {
      if (!loaded) return
      store
        .sql('INSERT OR REPLACE INTO vector_bits (rowid, bits) VALUES (?, vec_bit(?))')
        .run(BigInt(n), signsOf(vector))
    },
    candidates(wanted) {
      if (known() !== wanted.length) return []
      if (!loaded) return store.sql<[], VectorRow>('SELECT n, event, vector FROM vectors').all()
      create(wanted.length)
      return store
        .sql<[Buffer, number], VectorRow>(
          `SELECT v.n, v.event, v.vector FROM (
            SELECT rowid AS n FROM vector_bits WHERE bits MATCH vec_bit(?) AND k = ?
          ) AS near JOIN vectors v ON v.n = near.n`,
        )
        .all(signsOf(wanted), COARSE)
    },
  }
}

async function loadExtension(store: Store): Promise<boolean> {
  try {
    const { load } = await import('sqlite-vec')
    load(store.db)
    return true
  } catch {
    return false
  }
}

function normalise(vector: readonly number[]): Float32Array {
  const length = Math.hypot(...vector)
  return Float32Array.from(vector, (one) => (length === 0 ? 0 : one / length))
}

function bytesOf(vector: Float32Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)
}

/** One bit a dimension: its sign. */
function signsOf(vector: Float32Array): Buffer {
  const bytes = Buffer.alloc(Math.ceil(vector.length / SIGN_BITS))
  vector.forEach((one, at) => {
    const byte = Math.floor(at / SIGN_BITS)
    if (one > 0) bytes[byte] = (bytes[byte] ?? 0) | (1 << (at % SIGN_BITS))
  })
  return bytes
}

/** Both have length 1. A row of the file is not always aligned, so its numbers are read one by one. */
function cosine(wanted: Float32Array, vector: Buffer): number {
  let sum = 0
  wanted.forEach((one, at) => {
    sum += one * vector.readFloatLE(at * Float32Array.BYTES_PER_ELEMENT)
  })
  return sum
}

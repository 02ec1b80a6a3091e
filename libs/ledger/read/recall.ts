import Database from 'better-sqlite3'
import type { Store } from '../database/store.js'
import { CHUNK_SPAN } from '../rows/chunks.js'
import type { RecalledChunk, RecallQuery } from '../types/queries.js'

/** A word in more chunks of the newest rows tells nothing about them. */
const MOST_HITS = 400
/** Each word is one query of the index. */
const MOST_WORDS = 40

/** One word of the index: the tokenizer cuts at every other character. */
const WORD = /^[\p{L}\p{N}_$]+$/u

interface Range {
  count: number
  least: number | null
  most: number | null
}

/**
 * Finds the chunks of a task's results that have the wanted words. A word counts by its weight and by how rare it is in
 * the task, as in BM25; how often a chunk of 20 lines has it does not count.
 */
export function createRecall({ db }: Store): (query: RecallQuery) => RecalledChunk[] {
  const rangeOf = db.prepare<[string], Range>(
    'SELECT count(*) AS count, min(number) AS least, max(number) AS most FROM evidence WHERE task_id = ?',
  )
  const numbersOf = db
    .prepare<[string], number>('SELECT number FROM evidence WHERE task_id = ?')
    .pluck()
  const having = db
    .prepare<[string, number, number], number>(`
      SELECT rowid FROM evidence_chunks WHERE evidence_chunks MATCH ? AND rowid BETWEEN ? AND ?
      ORDER BY rowid DESC LIMIT ${MOST_HITS}`)
    .pluck()

  const hitsOf = (word: string, from: number, to: number): number[] => {
    if (!WORD.test(word)) return []
    try {
      return having.all(`"${word}"`, from, to)
    } catch (error) {
      // A letter that the tokenizer does not know, because its tables are older, makes two words of one.
      if (error instanceof Database.SqliteError && error.code === 'SQLITE_ERROR') return []
      throw error
    }
  }

  return ({ taskId, words, limit }) => {
    const { count, least, most } = rangeOf.get(taskId) ?? { count: 0, least: null, most: null }
    if (least === null || most === null) return []
    // Sessions that ran at the same time have numbers in between.
    const own = most - least + 1 === count ? null : new Set(numbersOf.all(taskId))
    const found = words.slice(0, MOST_WORDS).map(({ word, weight }) => {
      const hits = hitsOf(word, least * CHUNK_SPAN, (most + 1) * CHUNK_SPAN - 1)
      return { weight, hits: own === null ? hits : hits.filter((at) => own.has(numberOf(at))) }
    })
    const all = new Set(found.flatMap(({ hits }) => hits)).size
    const scores = new Map<number, number>()
    for (const { weight, hits } of found) {
      if (hits.length === MOST_HITS) continue
      const value = weight * Math.log(1 + (all - hits.length + 0.5) / (hits.length + 0.5))
      for (const at of hits) scores.set(at, (scores.get(at) ?? 0) + value)
    }
    return [...scores]
      .sort(([a, one], [b, two]) => two - one || b - a)
      .slice(0, limit)
      .map(([at, score]) => ({ id: `e${numberOf(at)}`, chunk: at % CHUNK_SPAN, score }))
  }
}

function numberOf(at: number): number {
  return Math.floor(at / CHUNK_SPAN)
}

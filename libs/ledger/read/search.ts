import type { Statement } from 'better-sqlite3'
import { type Evidence, LIMITS } from '#core'
import type { Store } from '../database/store.js'
import { EVIDENCE_COLUMNS, type EvidenceRow, toEvidence } from '../rows/evidence.js'
import type { EvidencePredicate } from '../types/queries.js'

export interface Search {
  find(predicate: EvidencePredicate): Evidence[]
  search(text: string, limit: number): Evidence[]
}

type Value = string | number
interface Condition {
  sql: string
  values: Value[]
  /** Trigrams that the index of texts finds; `sql` does the same without a join. */
  match?: readonly string[]
}

/** Enough to find the rows with a word; the text itself is compared afterwards. */
const MOST_TRIGRAMS = 12
const TRIGRAM = 3
/** A run asks in about ten forms; each word of a search adds one. */
const MOST_STATEMENTS = 50

const BY_NUMBER = ['number', 'number DESC'] as const
/** The same order within a task, and the one that an index has. */
const BY_STEP = ['step, number', 'step DESC, number DESC'] as const

/** Finds evidence by predicate or by text (row 4). */
export function createSearch({ db }: Store): Search {
  const statements = new Map<string, Statement<Value[], EvidenceRow>>()
  const prepare = (sql: string) => {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const made = db.prepare<Value[], EvidenceRow>(sql)
    if (statements.size >= MOST_STATEMENTS) statements.clear()
    statements.set(sql, made)
    return made
  }
  /** The index of texts lists its rows from the newest on: a frequent word costs what its first rows cost. */
  const runText = (match: readonly string[], conditions: Condition[], limit: number) => {
    const others = conditions.filter((condition) => condition.match === undefined)
    const where = others.map(({ sql }) => ` AND ${sql}`).join('')
    const values = others.flatMap((condition) => condition.values)
    const sql = `SELECT ${EVIDENCE_COLUMNS}
      FROM evidence_text CROSS JOIN evidence ON number = evidence_text.rowid
      WHERE evidence_text MATCH ?${where} ORDER BY evidence_text.rowid DESC LIMIT ?`
    return prepare(sql)
      .all(match.map(quote).join(' AND '), ...values, limit)
      .map(toEvidence)
  }
  const run = (conditions: Condition[], limit: number, order = 'number DESC') => {
    const trigrams = conditions.flatMap(({ match = [] }) => match)
    if (trigrams.length > 0 && order === BY_NUMBER[1]) return runText(trigrams, conditions, limit)
    const where = conditions.map(({ sql }) => sql).join(' AND ') || 'true'
    const values = conditions.flatMap((condition) => condition.values)
    const sql = `SELECT ${EVIDENCE_COLUMNS} FROM evidence WHERE ${where} ORDER BY ${order} LIMIT ?`
    return prepare(sql)
      .all(...values, limit)
      .map(toEvidence)
  }
  /** The newest rows of each task of a session, then the newest of these: a long session is not sorted as a whole. */
  const runInSession = (sessionId: string, conditions: Condition[], limit: number) => {
    const where = conditions.map(({ sql }) => ` AND ${sql}`).join('')
    const values = conditions.flatMap((condition) => condition.values)
    const ofSession: Condition = {
      sql: `number IN (
        SELECT found.number FROM tasks AS owner CROSS JOIN evidence AS found
        WHERE owner.session_id = ? AND found.number IN (
          SELECT number FROM evidence WHERE task_id = owner.id${where} ORDER BY ${BY_STEP[1]} LIMIT ?))`,
      values: [sessionId, ...values, limit],
    }
    return run([ofSession], limit)
  }

  return {
    find({ limit = LIMITS.foundRows, oldest = false, sessionId, ...predicate }) {
      const conditions = conditionsOf(predicate)
      if (sessionId !== undefined && predicate.taskId === undefined && !oldest)
        return runInSession(sessionId, conditions, limit)
      const all = sessionId === undefined ? conditions : [...conditions, inSession(sessionId)]
      const { taskId, kind, subject } = predicate
      const isByStep = taskId !== undefined && kind === undefined && subject === undefined
      const [ascending, descending] = isByStep ? BY_STEP : BY_NUMBER
      return oldest ? run(all, limit, ascending).reverse() : run(all, limit, descending)
    },
    search(text, limit) {
      const words = wordsOf(text)
      return words.length === 0 ? [] : run(words.flatMap(contains), limit)
    },
  }
}

function inSession(sessionId: string): Condition {
  return { sql: 'task_id IN (SELECT id FROM tasks WHERE session_id = ?)', values: [sessionId] }
}

function conditionsOf({ text, passed, ...fields }: EvidencePredicate): Condition[] {
  const columns: [sql: string, value: Value | undefined][] = [
    ['task_id = ?', fields.taskId],
    ['kind = ?', fields.kind],
    ['evidence.subject = ?', fields.subject],
    ['evidence.subject GLOB ?', fields.subjectGlob],
    ['step >= ?', fields.sinceStep],
    ['number > ?', fields.afterNumber],
    ['facts -> ? IS NOT NULL', fields.fact],
    ['passed = ?', passed === undefined ? undefined : Number(passed)],
  ]
  const given = columns.flatMap(([sql, value]) =>
    value === undefined ? [] : [{ sql, values: [value] }],
  )
  return [...given, ...wordsOf(text ?? '').flatMap(contains)]
}

/** Condition for one word in subject, summary or payload text: the index finds candidates, the text is compared. */
function contains(word: string): Condition[] {
  const like = `%${word.replace(/[\\%_]/g, '\\$&')}%`
  const inText: Condition = {
    sql: `(evidence.subject LIKE ? ESCAPE '\\' OR evidence.summary LIKE ? ESCAPE '\\' OR EXISTS (
      SELECT 1 FROM blobs WHERE hash = payload_hash
        AND CAST(substr(bytes, 1, ${LIMITS.searchableBytes}) AS TEXT) LIKE ? ESCAPE '\\'))`,
    values: [like, like, like],
  }
  const trigrams = trigramsOf(word)
  if (trigrams.length === 0) return [inText]
  const candidates: Condition = {
    sql: 'number IN (SELECT rowid FROM evidence_text WHERE evidence_text MATCH ?)',
    values: [trigrams.map(quote).join(' AND ')],
    match: trigrams,
  }
  return [candidates, inText]
}

function wordsOf(text: string): string[] {
  return text.replaceAll('\0', ' ').split(/\s+/).filter(Boolean)
}

/**
 * Trigrams that have every character of a word, for the index; none for a word of fewer than three characters. Each one
 * is read in every part of the index, and the trigrams between them sort out little that the comparison would not.
 */
function trigramsOf(word: string): string[] {
  const characters = [...word].slice(0, MOST_TRIGRAMS * TRIGRAM)
  const last = characters.length - TRIGRAM
  if (last < 0) return []
  const starts = Array.from({ length: Math.ceil(last / TRIGRAM) }, (_, at) => at * TRIGRAM)
  return [...starts, last].map((at) => characters.slice(at, at + TRIGRAM).join(''))
}

/** Quotes a trigram for FTS5, so that it contains no query syntax. */
function quote(trigram: string): string {
  return `"${trigram.replaceAll('"', '""')}"`
}

import { join } from 'node:path'
import type Database from 'better-sqlite3'
import type { Logger } from 'pino'
import type { Clock } from '#core'
import { dayOf } from './day.js'
import { addSums, COUNTS, noSums, type Sums } from './sums.js'
import { openUsageFile, type UsageKey, type UsageRow } from './usage_file.js'

/** Counts are written this often; as much may be lost when the process is killed. */
const WRITE_MS = 1_000
/** Where any name of a model is let through, a client could make a row for each: beyond this they share one. */
const MAX_MODELS = 100
const OTHER_MODELS = '*'
/** How often an error of the disk is logged again. */
const COMPLAIN_MS = 60_000

/** Who used how much. Counting costs a request no disk access. */
export interface UsageBook {
  add(person: string, model: string, counts: Partial<Sums>): void
  /** The person's sums of today, including those not written yet. */
  today(person: string): Sums
  /** Rows since this day (`2026-11-21`), by hour, oldest first. */
  since(day: string): UsageRow[]
  close(): void
}

/** The records' file in the state folder. */
export function usagePath(stateDir: string): string {
  return join(stateDir, 'usage.sqlite')
}

/**
 * Opens the records. An error of the file is logged and counting continues in memory.
 * @param stateDir  undefined: in memory only
 */
export function openUsage(stateDir: string | undefined, clock: Clock, log: Logger): UsageBook {
  const db = openOrCount(stateDir, log)
  const write = prepareWrite(db)
  const readToday = db.prepare<[string, string], Sums>(
    `SELECT ${sumOf()} FROM usage WHERE day = ? AND person = ?`,
  )
  const readSince = db.prepare<[string], UsageRow>(
    `SELECT day, hour, person, model, ${COUNTS.join(', ')} FROM usage WHERE day >= ?
     ORDER BY day, hour, person, model`,
  )
  let waiting = new Map<string, UsageRow>()
  const models = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let complained = Number.NEGATIVE_INFINITY
  /** The last read sums of each person's day, for the case that the file can no longer be read. */
  const lastRead = new Map<string, { day: string; sums: Sums }>()
  let isClosed = false

  function flush(): void {
    timer = undefined
    try {
      write([...waiting.values()])
      waiting = new Map()
    } catch (error) {
      complain(error, 'usage cannot be written; retrying every second')
      plan()
    }
  }

  function complain(error: unknown, what: string): void {
    if (clock.monotonic() - complained <= COMPLAIN_MS) return
    complained = clock.monotonic()
    log.warn({ err: error }, what)
  }

  function readOrRemember(day: string, person: string): Sums | undefined {
    try {
      const sums = readToday.get(day, person)
      if (sums !== undefined) lastRead.set(person, { day, sums })
      return sums
    } catch (error) {
      complain(error, 'usage cannot be read; the last read sums of today are used')
      const known = lastRead.get(person)
      return known?.day === day ? known.sums : undefined
    }
  }

  function plan(): void {
    // A stream that outlives the drain may still be counted.
    if (isClosed) return
    timer ??= setTimeout(flush, WRITE_MS)
    timer.unref()
  }

  return {
    add(person, given, counts) {
      // Ollama has two spellings of one model.
      const named = given.replace(/:latest$/, '')
      if (models.size < MAX_MODELS) models.add(named)
      const model = models.has(named) ? named : OTHER_MODELS
      const at = clock.now()
      const key: UsageKey = { day: dayOf(at), hour: new Date(at).getHours(), person, model }
      const name = `${key.day}\n${key.hour}\n${person}\n${model}`
      const row = waiting.get(name) ?? { ...key, ...noSums() }
      addSums(row, counts)
      waiting.set(name, row)
      plan()
    },
    today(person) {
      const day = dayOf(clock.now())
      const sums = noSums()
      addSums(sums, readOrRemember(day, person) ?? {})
      for (const row of waiting.values())
        if (row.person === person && row.day === day) addSums(sums, row)
      return sums
    },
    since(day) {
      clearTimeout(timer)
      flush()
      try {
        return readSince.all(day)
      } catch (error) {
        complain(error, 'usage cannot be read; only unwritten sums are shown')
        return [...waiting.values()].filter((row) => row.day >= day)
      }
    },
    close() {
      clearTimeout(timer)
      isClosed = true
      flush()
      db.close()
    },
  }
}

function openOrCount(stateDir: string | undefined, log: Logger): Database.Database {
  if (stateDir !== undefined)
    try {
      return openUsageFile(usagePath(stateDir))
    } catch (error) {
      log.error({ err: error }, 'usage is counted in memory only: the file cannot be opened')
    }
  return openUsageFile(null)
}

/** Writes a batch as one transaction: all rows or none. */
function prepareWrite(db: Database.Database): (rows: UsageRow[]) => void {
  const columns = ['day', 'hour', 'person', 'model', ...COUNTS]
  const insert = db.prepare(
    `INSERT INTO usage (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})
     ON CONFLICT DO UPDATE SET ${COUNTS.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')}`,
  )
  return db.transaction((rows: UsageRow[]) => {
    for (const row of rows) insert.run(row)
  }).immediate
}

function sumOf(): string {
  return COUNTS.map((name) => `coalesce(sum(${name}), 0) AS ${name}`).join(', ')
}

import type Database from 'better-sqlite3'
import { openReader } from '../database/open_reader.js'
import { createSeals } from '../rows/seals.js'
import type { Verdict } from '../types/queries.js'
import { sha256 } from '../values/hash.js'
import { INVARIANTS } from './invariants.js'

/** Checks the file, references, hashes and the invariants of the ledger. Read-only. */
export function verifyLedger(path: string): Verdict {
  const db = openReader(path)
  try {
    db.exec('BEGIN')
    const checks = [integrity, references, contents, seals, ...INVARIANTS.map(checkOf)]
    const problems = checks.flatMap((check) => attempt(() => [...check(db)]))
    return { ok: problems.length === 0, problems }
  } finally {
    db.close()
  }
}

function* integrity(db: Database.Database): Generator<string> {
  const lines = db.prepare<[], string>('PRAGMA integrity_check').pluck().all()
  for (const line of lines) if (line !== 'ok') yield `SQLite reports: ${line}`
}

function* references(db: Database.Database): Generator<string> {
  const rows = db.prepare<[], { table: string; rowid: number | null; parent: string }>(
    'PRAGMA foreign_key_check',
  )
  for (const { table, rowid, parent } of rows.all())
    yield `row ${rowid ?? ''} of ${table} refers to a row of ${parent} that does not exist`
}

function* contents(db: Database.Database): Generator<string> {
  const blobs = db.prepare<[], { hash: string; bytes: Buffer }>('SELECT hash, bytes FROM blobs')
  for (const { hash, bytes } of blobs.iterate())
    if (sha256(bytes) !== hash) yield `the bytes of blob ${hash} were changed`
}

function* seals(db: Database.Database): Generator<string> {
  const { ofStep, ofTask } = createSeals(db)
  const tasks = db.prepare<[], { id: string; seal: string }>('SELECT id, seal FROM tasks')
  for (const { id, seal } of tasks.all())
    if (ofTask(id) !== seal) yield `task ${id} was changed outside of aircoder`
  const steps = db.prepare<[], { id: string; step: number; seal: string }>(
    'SELECT task_id AS id, step, seal FROM episodes',
  )
  for (const { id, step, seal } of steps.iterate())
    if (ofStep(id, step) !== seal)
      yield `step ${step} of task ${id} was changed outside of aircoder`
}

function checkOf({ sql, problem }: (typeof INVARIANTS)[number]) {
  return function* (db: Database.Database): Generator<string> {
    for (const found of db.prepare<[], string>(sql).pluck().iterate())
      yield problem.replace('{}', String(found))
  }
}

/** Damage can make a check throw. The error is a problem of its own, and the other checks run. */
function attempt(check: () => string[]): string[] {
  try {
    return check()
  } catch (error) {
    return [`a check failed: ${error instanceof Error ? error.message : error}`]
  }
}

import type Database from 'better-sqlite3'
import { AircoderError, type Clock } from '#core'
import { M001_START } from './first/m001_start.js'
import { M002_EGRESS } from './first/m002_egress.js'
import { M003_MICRO_CALLS } from './first/m003_micro_calls.js'
import { M004_PERMISSIONS } from './first/m004_permissions.js'
import { M005_UNDO } from './first/m005_undo.js'
import { M006_AUDIT } from './first/m006_audit.js'
import { M007_OFFERED_TOOLS } from './first/m007_offered_tools.js'
import { M008_LOOPS } from './first/m008_loops.js'
import { M009_SESSION_OWNER } from './first/m009_session_owner.js'
import { M010_PROOF } from './first/m010_proof.js'
import { M011_GIT_COMMITS } from './m011_git_commits.js'
import { M012_SHOWN_TAIL } from './m012_shown_tail.js'
import { M013_GUARDS } from './m013_guards.js'
import { M014_LONG_TASKS } from './m014_long_tasks.js'
import { M015_RECALL } from './m015_recall.js'
import { M016_GIVEN_FLAGS } from './m016_given_flags.js'
import { M017_SEARCH_PAGES } from './m017_search_pages.js'
import { M018_FORKS_AND_REWINDS } from './m018_forks_and_rewinds.js'
import { M019_FAILURES } from './m019_failures.js'
import { M020_SIDE_USAGE } from './m020_side_usage.js'
import { M021_PLACES } from './m021_places.js'
import { M022_WAITING_LINES } from './m022_waiting_lines.js'
import { WHOLE_SCHEMA } from './whole_schema.js'

/** 'airc' as a number: the application id in the header of every ledger. */
export const APPLICATION_ID = 0x61697263

/**
 * Applied in this order and recorded by name. Append only; never edit, rename or reorder a released one. After a new one
 * `npm run docs` writes the schema of a new ledger.
 */
const MIGRATIONS: readonly { name: string; sql: string }[] = [
  { name: 'm001_start', sql: M001_START },
  { name: 'm002_egress', sql: M002_EGRESS },
  { name: 'm003_micro_calls', sql: M003_MICRO_CALLS },
  { name: 'm004_permissions', sql: M004_PERMISSIONS },
  { name: 'm005_undo', sql: M005_UNDO },
  { name: 'm006_audit', sql: M006_AUDIT },
  { name: 'm007_offered_tools', sql: M007_OFFERED_TOOLS },
  { name: 'm008_loops', sql: M008_LOOPS },
  { name: 'm009_session_owner', sql: M009_SESSION_OWNER },
  { name: 'm010_proof', sql: M010_PROOF },
  { name: 'm011_git_commits', sql: M011_GIT_COMMITS },
  { name: 'm012_shown_tail', sql: M012_SHOWN_TAIL },
  { name: 'm013_guards', sql: M013_GUARDS },
  { name: 'm014_long_tasks', sql: M014_LONG_TASKS },
  { name: 'm015_recall', sql: M015_RECALL },
  { name: 'm016_given_flags', sql: M016_GIVEN_FLAGS },
  { name: 'm017_search_pages', sql: M017_SEARCH_PAGES },
  { name: 'm018_forks_and_rewinds', sql: M018_FORKS_AND_REWINDS },
  { name: 'm019_failures', sql: M019_FAILURES },
  { name: 'm020_side_usage', sql: M020_SIDE_USAGE },
  { name: 'm021_places', sql: M021_PLACES },
  { name: 'm022_waiting_lines', sql: M022_WAITING_LINES },
]

/** Refuses a file that is not a ledger, or that a newer version wrote. Read-only. */
export function checkIdentity(db: Database.Database, path: string): void {
  if (db.pragma('application_id', { simple: true }) !== APPLICATION_ID)
    throw new AircoderError('LEDGER_UNREADABLE', { path, reason: 'it is not a ledger of aircoder' })
  const known = new Set(MIGRATIONS.map((migration) => migration.name))
  const unknown = appliedNames(db).filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new AircoderError('LEDGER_NEWER', { path, found: unknown.join(', ') })
}

/** Names of the migrations that are not applied to this ledger yet. */
export function missingMigrations(db: Database.Database): string[] {
  const applied = new Set(appliedNames(db))
  return MIGRATIONS.map((migration) => migration.name).filter((name) => !applied.has(name))
}

/** Applies the missing migrations, each with its record in one transaction. */
export function migrate(db: Database.Database, clock: Clock): void {
  const missing = new Set(missingMigrations(db))
  for (const { name, sql } of MIGRATIONS) {
    if (!missing.has(name)) continue
    db.transaction(() => {
      db.exec(sql)
      db.prepare('INSERT INTO migrations (name, applied_ms) VALUES (?, ?)').run(name, clock.now())
    }).immediate()
  }
}

/** Gives an empty file the newest schema and the record of all migrations, as `migrate` would. */
export function createSchema(db: Database.Database, clock: Clock): void {
  db.transaction(() => {
    db.exec(WHOLE_SCHEMA)
    const record = db.prepare('INSERT INTO migrations (name, applied_ms) VALUES (?, ?)')
    for (const { name } of MIGRATIONS) record.run(name, clock.now())
  })()
}

function appliedNames(db: Database.Database): string[] {
  const table = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").get()
  if (!table) return []
  return db.prepare<[], string>('SELECT name FROM migrations ORDER BY rowid').pluck().all()
}

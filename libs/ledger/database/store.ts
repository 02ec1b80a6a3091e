import type Database from 'better-sqlite3'
import type { Clock, MakeId } from '#core'

/** Which process works in which session. Every lock is released by the kernel on kill -9. */
export interface SessionLocks {
  /** Takes the session until `release` or the death of this process. @returns false when another one has it */
  claim(sessionId: string): boolean
  /** Whether this process already has it. */
  isMine(sessionId: string): boolean
  /** Takes each session of this process again whose side file was removed. @returns one that another process has now */
  keep(): string | null
  /** Whether another process, or another ledger of this one, has it. Needs no lock and writes nothing. */
  isElsewhere(sessionId: string): boolean
  release(): void
}

/** Database, clock and ids, for every part of the ledger. */
export interface Store {
  db: Database.Database
  clock: Clock
  makeId: MakeId
  sessions: SessionLocks
  /** Runs a function as one transaction, counts it, and stores the count in the mark when it is durable. */
  write<A extends unknown[], R>(change: (...args: A) => R): (...args: A) => R
}

export type Counter = 'evidence' | 'node' | 'writes'

/** What surrounds a write: `before` may throw, `after` gets the number of writes that are durable. */
export interface Around {
  before(): void
  after(writes: number): void
}

export function createWrite(db: Database.Database, { before, after }: Around): Store['write'] {
  const take = takeNumber(db)
  return <A extends unknown[], R>(change: (...args: A) => R) => {
    const run = db.transaction((args: A) => ({ result: change(...args), writes: take('writes') }))
    return (...args: A): R => {
      before()
      const { result, writes } = run.immediate(args)
      after(writes)
      return result
    }
  }
}

/** Returns the highest number used so far. */
export function peekNumber(db: Database.Database): (counter: Counter) => number {
  const peek = db.prepare<[Counter], number>('SELECT value FROM counters WHERE name = ?').pluck()
  return (counter) => peek.get(counter) ?? 0
}

/** Returns the next number. Call it inside the transaction that uses the number. */
export function takeNumber(db: Database.Database): (counter: Counter) => number {
  const take = db
    .prepare<[Counter], number>(
      'UPDATE counters SET value = value + 1 WHERE name = ? RETURNING value',
    )
    .pluck()
  return (counter) => {
    const number = take.get(counter)
    if (number === undefined) throw new Error(`the counter ${counter} is missing`)
    return number
  }
}

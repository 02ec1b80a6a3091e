import type Database from 'better-sqlite3'
import type { Clock, MakeId } from '#core'

/** What every part of the ledger works with. */
export interface Store {
  db: Database.Database
  clock: Clock
  makeId: MakeId
  /** Makes a function one transaction that is counted and, when it is durable, marked. */
  write<A extends unknown[], R>(change: (...args: A) => R): (...args: A) => R
}

export type Counter = 'evidence' | 'node' | 'writes'

export function createWrite(db: Database.Database, mark: (writes: number) => void): Store['write'] {
  const take = takeNumber(db)
  return <A extends unknown[], R>(change: (...args: A) => R) => {
    const run = db.transaction((args: A) => ({ result: change(...args), writes: take('writes') }))
    return (...args: A): R => {
      const { result, writes } = run.immediate(args)
      mark(writes)
      return result
    }
  }
}

/** The highest number given out so far. */
export function peekNumber(db: Database.Database): (counter: Counter) => number {
  const peek = db.prepare<[Counter], number>('SELECT value FROM counters WHERE name = ?').pluck()
  return (counter) => peek.get(counter) ?? 0
}

/** Gives out the next number for good; call it inside the transaction that uses it. */
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

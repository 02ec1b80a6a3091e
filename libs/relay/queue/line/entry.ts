import type { Refusal } from '../../refusals/refusal.js'
import type { RequestClass } from '../../settings/classes.js'
import type { ModelLoad } from '../levels/model_load.js'
import type { Pool, Slot } from './pool.js'
import type { QueueRequest } from './request.js'

/** A request in the queue. Times are milliseconds of the monotonic clock. */
export interface Entry {
  readonly request: QueueRequest
  readonly pool: Pool
  /** The running requests of its model. */
  readonly load: ModelLoad
  readonly enteredAt: number
  state: 'waiting' | 'running' | 'draining' | 'gone'
  startedAt: number
  slot: Slot | null
  /** Virtual tokens that were charged when it began. */
  charged: number
  /** true: it went first because it had waited too long. */
  aged: boolean
  /** true: the engine loads the model for it. */
  loads: boolean
  /** true: the engine has begun to answer. */
  answered: boolean
  /** When it began, and the value of `ModelLoad.area` at that time. */
  answeredAt: number
  areaBefore: number
  /** true: its counted cost is charged. */
  settled: boolean
  begin(): void
  refuse(refusal: Refusal): void
  moved(): void
}

/** Waiting requests of one person, class and model, in order of arrival. */
export interface Line {
  readonly person: string
  readonly class: RequestClass
  readonly model: string
  readonly pool: Pool
  readonly load: ModelLoad
  readonly entries: Entry[]
  /** When its first request last got a slot. */
  servedAt: number
}

/** All lines that are not empty. */
export interface Lines {
  add(entry: Entry): void
  /** @param servedAt  set when it got a slot */
  remove(entry: Entry, servedAt?: number): void
  all(): Line[]
  isEmpty(): boolean
  /** All entries, line by line. */
  entries(): Entry[]
}

export function createLines(): Lines {
  const lines = new Map<string, Line>()

  return {
    add(entry) {
      const key = keyOf(entry.request)
      const line = lines.get(key)
      if (line !== undefined) line.entries.push(entry)
      else lines.set(key, startLine(entry))
    },
    remove(entry, servedAt) {
      const key = keyOf(entry.request)
      const line = lines.get(key)
      const at = line?.entries.indexOf(entry) ?? -1
      if (line === undefined || at === -1) return
      line.entries.splice(at, 1)
      // An entry behind the first continues to age: only the turn of the first one counts.
      if (servedAt !== undefined && at === 0) line.servedAt = servedAt
      if (line.entries.length === 0) lines.delete(key)
    },
    all: () => [...lines.values()],
    isEmpty: () => lines.size === 0,
    entries() {
      const all: Entry[] = []
      for (const line of lines.values()) all.push(...line.entries)
      return all
    },
  }
}

function startLine(entry: Entry): Line {
  const { person, class: name, model } = entry.request
  return {
    person,
    class: name,
    model,
    pool: entry.pool,
    load: entry.load,
    entries: [entry],
    servedAt: Number.NEGATIVE_INFINITY,
  }
}

function keyOf({ person, class: name, model }: QueueRequest): string {
  return `${name}\n${person}\n${model}`
}

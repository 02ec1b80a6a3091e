import type { DepartureKind } from './departure.js'

/** Kept for each person, so that many requests of one do not remove the records of others. */
const RECORDS = 20
const MAX_PEOPLE = 200

/** How one chat request differs from the previous one of its session. It has no text of the client. */
export interface PrefixRecord {
  requestId: string
  /** Milliseconds since 1970. */
  at: number
  model: string
  left: DepartureKind
  /** `tools[3]`, `messages[5]`; null: no difference. */
  place: string | null
  /** As the engine counted them, else the estimate. */
  promptTokens: number
  /** Of these, reused by the engine; null: not reported. */
  reusedTokens: number | null
  /** true: estimated from the time that the prompt took, for an engine that does not count. */
  reusedEstimated: boolean
  /** Tokens read again because of the difference, and the time for them at the measured speed; both 0 without one. */
  lostTokens: number
  lostSeconds: number | null
}

/** The newest records of each person. */
export interface PrefixRecords {
  add(person: string, record: PrefixRecord): void
  /** The newest first. */
  of(person: string): PrefixRecord[]
}

export function createPrefixRecords(): PrefixRecords {
  const people = new Map<string, PrefixRecord[]>()
  return {
    add(person, record) {
      const own = people.get(person) ?? []
      people.delete(person)
      people.set(person, [record, ...own.slice(0, RECORDS - 1)])
      const [oldest] = people.keys()
      if (people.size > MAX_PEOPLE && oldest !== undefined) people.delete(oldest)
    },
    of: (person) => [...(people.get(person) ?? [])],
  }
}

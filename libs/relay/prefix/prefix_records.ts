import type { DepartureKind } from './departure.js'

/** Kept for each person, so that nobody's flood puts another's out. */
const RECORDS = 20
const MAX_PEOPLE = 200

/** How one chat request stood to its session's request before. No text of it, nothing that its client named. */
export interface PrefixRecord {
  requestId: string
  /** Milliseconds since 1970. */
  at: number
  model: string
  left: DepartureKind
  /** `tools[3]`, `messages[5]`; null: it left nothing. */
  place: string | null
  /** As the engine counted them; the estimate where it did not. */
  promptTokens: number
  /** Of these, what the engine still had; null where it does not tell. */
  reusedTokens: number | null
  /** true: reckoned from the time that the prompt took, by an engine that does not count. */
  reusedEstimated: boolean
  /** Read again because of the place, and how long that takes at the speed measured; 0 and 0 without a place. */
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

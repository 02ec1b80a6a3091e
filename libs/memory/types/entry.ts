export type EntryType = 'decision' | 'workflow' | 'gotcha' | 'convention' | 'context'

/** How long an entry lives. evidence: 7 days · context: 30 days · high: without an end. */
export type EntryLife = 'evidence' | 'context' | 'high'

export interface EntryDraft {
  type: EntryType
  /** A newer entry with the same title supersedes the older one. */
  title: string
  text: string
  /** Where it comes from: a person, a task, a file. */
  source?: string
  /** Default: `context` for the type context, `high` for all others. */
  life?: EntryLife
}

/** A piece of knowledge that was written down on purpose. */
export interface Entry {
  id: string
  type: EntryType
  title: string
  text: string
  source: string | null
  life: EntryLife
  /** Milliseconds since 1970. */
  createdMs: number
  /** null: without an end. */
  expiresMs: number | null
  /** How often it was recalled. */
  uses: number
  lastUsedMs: number | null
  /** The newer entry with its title; null: it counts. */
  supersededBy: string | null
}

/** saved: new · superseded: new, and `replaced` no longer counts · duplicate: it was there already, nothing was written. */
export interface SavedEntry {
  state: 'saved' | 'superseded' | 'duplicate'
  entry: Entry
  replaced: Entry | null
}

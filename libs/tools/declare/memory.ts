/** Where a note holds: in this project, or in all projects of the user. */
export type MemoryScope = 'project' | 'user'

/** What a note is about. */
export const MEMORY_TYPES = ['user', 'feedback', 'project', 'reference'] as const
export type MemoryType = (typeof MEMORY_TYPES)[number]

/** A note that holds. */
export interface KnownNote {
  name: string
  scope: MemoryScope
  type: MemoryType
  /** It is in the head of every task that it fits. */
  isRule: boolean
  /** `2026-11-23`; '' when it is not known. */
  created: string
  /** One line. */
  description: string
  body: string
  /** What to tell beside a note that is old or whose files changed; '' for none. */
  caveat: string
}

/** What a call wants to change in memory. The person decides. */
export type MemoryChange =
  | {
      action: 'save'
      scope: MemoryScope
      type: MemoryType
      /** '': a name is made from the text. */
      name: string
      description: string
      text: string
    }
  | { action: 'delete'; scope: MemoryScope; name: string }

/** What the tools can see of memory. They change nothing there. */
export interface KnownNotes {
  /** Those that hold, newest first. */
  list(): KnownNote[]
  /** Notes by their words, best first, then lines about earlier tasks of the folder. */
  search(query: string): { notes: KnownNote[]; tasks: string[] }
  /** What a saved text would meet: a note that says the same, and those that it replaces. */
  meets(change: MemoryChange): { same: KnownNote | null; replaces: KnownNote[] }
  /** Whether the user refused to save these words in this session, and did not want anything saved since. */
  wasRefused(text: string): boolean
}

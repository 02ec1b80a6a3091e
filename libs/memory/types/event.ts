/** Who did it. user: a person · agent: the model · system: the program itself. */
export type Actor = 'user' | 'agent' | 'system'

/** partial: not finished, not proven, or only a part of it worked. */
export type Outcome = 'success' | 'failure' | 'partial'

/** What a program records. Only `type` is needed. */
export interface EventDraft {
  /** One of the event types of the archetype; any word without one. */
  type: string
  /** Any value that JSON can hold. It is kept whole and is never searched through; its words are. */
  content?: unknown
  /** Default: made up. An id that exists already is refused. */
  id?: string
  /** Default: the session of the Memory. */
  sessionId?: string
  /** Milliseconds since 1970. Default: now. */
  timestamp?: number
  /** Default `agent`. */
  actor?: Actor
  outcome?: Outcome
  /** The event that led to this one. */
  parentId?: string
  /** Milliseconds. */
  duration?: number
  /** One line that names the event. Default: the beginning of its text. */
  summary?: string
  /** Words that find the event beside those of its content. */
  keywords?: readonly string[]
}

/** One thing that happened, as it is stored. */
export interface MemoryEvent {
  id: string
  sessionId: string
  /** Milliseconds since 1970. */
  timestamp: number
  type: string
  actor: Actor
  content: unknown
  outcome: Outcome | null
  parentId: string | null
  /** Milliseconds. */
  duration: number | null
  summary: string
  keywords: string[]
}

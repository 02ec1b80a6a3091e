/** What an extractor found: a thing that has a name. */
export interface EntityDraft {
  /** One of the entity types of the archetype. */
  type: string
  name: string
  aliases?: readonly string[]
  properties?: Readonly<Record<string, unknown>>
  description?: string
}

/** A thing that is known. Type and name together are unique. */
export interface Entity {
  id: string
  type: string
  name: string
  aliases: string[]
  properties: Record<string, unknown>
  description: string | null
  /** Milliseconds since 1970. */
  firstSeen: number
  lastSeen: number
  mentionCount: number
  /** 0-1: how often it was met (docs/memory.md#scores). */
  salience: number
}

/** An entity by its type and name. */
export interface EntityName {
  type: string
  name: string
}

/** What a relation extractor found. Both ends are made when they do not exist. */
export interface RelationDraft {
  /** One of the relation types of the archetype. */
  type: string
  source: EntityName
  target: EntityName
  /** Default 1. Added to the weight that the relation has. */
  weight?: number
}

/** How two entities are connected. Type, source and target together are unique. */
export interface Relation {
  id: string
  type: string
  sourceId: string
  targetId: string
  /** Grows with each event that shows the relation. */
  weight: number
  /** Ids of the events that show it, oldest first. */
  evidence: string[]
}

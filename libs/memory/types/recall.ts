import type { ContextStrategy } from './archetype.js'
import type { Outcome } from './event.js'

export interface RecallRequest {
  /** What the context is for, in words. */
  query: string
  /** Largest size of the system prompt, estimated. Default 8,000. */
  maxTokens?: number
  /** The session whose newest events count as recent. Default: that of the Memory. */
  sessionId?: string
  /** Default: that of the archetype. */
  strategy?: ContextStrategy
  /** Kind of the task, for the budget and the types of typed entries. Default: no typed entries beyond 800 tokens. */
  task?: string
}

export type ItemKind = 'event' | 'entity' | 'relation' | 'entry'

/** One part of a context. */
export interface ContextItem {
  kind: ItemKind
  /** Id of the event, entity, relation or entry. */
  id: string
  /** The source that brought it. */
  source: 'recent' | 'semantic' | 'entities' | 'relations' | 'entries'
  /** As it is written in the prompt, without hidden characters and without tokens that mark a speaker. */
  text: string
  /** Estimated. */
  tokens: number
  score: number
  /** Milliseconds since 1970. */
  timestamp: number
  outcome: Outcome | null
}

/** What a model gets to see of the memory. */
export interface Context {
  /** By score, best first. */
  items: readonly ContextItem[]
  /** Estimated size of `toSystemPrompt()`. At most `maxTokens`. */
  tokens: number
  /** The same bytes for the same memory and request. '' when nothing is remembered. */
  toSystemPrompt(): string
  /** Itself, for `const { context } = await memory.recall(…)`. */
  readonly context: Context
}

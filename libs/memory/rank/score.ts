import type { Weights } from '../types/archetype.js'
import type { Outcome } from '../types/event.js'

/** What is known about a result when it is scored. */
export interface Scored {
  /** Milliseconds since 1970. */
  timestamp: number
  /** 0-1: how well it matches the query. */
  similarity?: number
  /** 0-1: how important it is. */
  salience?: number
  outcome?: Outcome | null
}

/** Age at which recency is 1/e. */
const DECAY_HOURS = 24
const HOUR_MS = 3_600_000
const SUCCESS_FACTOR = 1.2
const FAILURE_FACTOR = 0.8

/** `exp(−age/24 h)·recency + similarity·relevance + salience·salient`, ×1.2 for a success and ×0.8 for a failure. */
export function scoreResult(result: Scored, weights: Weights, now: number): number {
  const ageHours = Math.max(0, now - result.timestamp) / HOUR_MS
  const sum =
    Math.exp(-ageHours / DECAY_HOURS) * weights.recencyWeight +
    (result.similarity ?? 0) * weights.relevanceWeight +
    (result.salience ?? 0) * weights.salientWeight
  if (result.outcome === 'success') return sum * SUCCESS_FACTOR
  if (result.outcome === 'failure') return sum * FAILURE_FACTOR
  return sum
}

/** Mentions at which salience is 1 − 1/e. */
const SALIENCE_MENTIONS = 5

/** 0-1: an entity that was met once has .18, five times .63, ten times .86. */
export function salienceOf(mentionCount: number): number {
  return 1 - Math.exp(-mentionCount / SALIENCE_MENTIONS)
}

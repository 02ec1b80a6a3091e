import type { Model, Turn } from '../models/model.js'

/** An endpoint beside the main one. */
export interface Tier {
  model: Model
  /** The model's name there. */
  modelName: string
  /** Its window; a longer prompt goes to the main model. Unknown when absent. */
  windowTokens?: number | undefined
}

/** A tier that takes over where the main model fails. */
export interface Helper extends Tier {
  name: 'medium' | 'strong'
  /** It takes over when a larger share of the main model's newest replies failed, 0..1. */
  rate: number
  /** How many of them count. */
  over: number
}

/** What besides failures chooses a tier. */
export type TierBy = 'difficulty' | 'plan'

export interface TierRules {
  /** Retries after an invalid reply of the main model, from its profile (row 48). */
  retries: number
  /** Weakest first. */
  helpers: readonly Helper[]
  /** Answers the easy turns. */
  fast?: Tier | undefined
  by: readonly TierBy[]
}

/** What the choice of a tier needs to know about a committed step. */
export interface TierStep {
  taskId: string
  step: number
  problem: string | null
  /** The tier that answered; null for the main model. */
  by: string | null
  calls: readonly { ok: boolean; denied: string | null }[]
}

/** The current step. */
export interface NextStep {
  /** Its number in its task. */
  step: number
  turn?: Turn | undefined
  /** Estimate of its prompt with room for the answer; 0: unknown. */
  promptTokens: number
}

/** The tier for a step, and why. */
export interface TierChoice {
  name: string
  tier: Tier
  why: string
}

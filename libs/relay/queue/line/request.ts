import type { RequestClass } from '../../settings/classes.js'

/** What asks for a slot. */
export interface QueueRequest {
  id: string
  /** The key of fairness: who was authenticated, never what a client calls itself. */
  person: string
  /** The person's share beside others of the same class; 1 is the ordinary. */
  weight: number
  class: RequestClass
  /** The person's own, beside those of the settings: requests that wait, and requests that run. */
  limits: { queued?: number | undefined; running?: number | undefined }
  model: string
  /** Slots that the engine keeps for this model; null: it shares the engine's with the others. */
  modelSlots: number | null
  /** true: the engine says that the model is still to be loaded. */
  cold: boolean
  /** Estimates: what the prompt has, and the most that the answer may have (null: no limit was named). */
  promptTokens: number
  maxTokens: number | null
  /** A conversation whose prompt the slot may still hold; null: none was named. */
  session: string | null
  /** Size of the body, which stays in memory while it waits. */
  bytes: number
}

/** Tokens of an answer that came to its end, as the engine counted them. */
export interface QueueUsage {
  promptTokens: number
  completionTokens: number
  /** Of the prompt, what the engine still had; absent where it does not tell. */
  cachedTokens?: number
}

import type { RequestClass } from '../../settings/classes.js'

/** A request for a slot. */
export interface QueueRequest {
  id: string
  /** The key of the fair share: the authenticated person, never a name from the client. */
  person: string
  /** The person's share beside others of the same class; default 1. */
  weight: number
  class: RequestClass
  /** The person's own limits of waiting and running requests, beside those of the settings. */
  limits: { queued?: number | undefined; running?: number | undefined }
  model: string
  /** Slots that the engine has for this model; null: it shares the engine's slots with other models. */
  modelSlots: number | null
  /** true: the engine reports that the model must be loaded first. */
  cold: boolean
  /** Estimated tokens of the prompt, and the most that the answer may have (null: the request names no limit). */
  promptTokens: number
  maxTokens: number | null
  /** A conversation whose prompt the slot may still have cached; null: unknown. */
  session: string | null
  /** Size of the body, which stays in memory while it waits. */
  bytes: number
}

/** Tokens of an answer that has ended, as the engine counted them. */
export interface QueueUsage {
  promptTokens: number
  completionTokens: number
  /** Tokens of the prompt from the engine's cache; absent: not reported. */
  cachedTokens?: number
}

import { LIMITS } from '#core'
import type { Ending, EngineUsage } from './engine.js'

/** The most tokens that one request can take; beyond it a count of the engine is wrong. */
export interface MostUsage {
  promptTokens: number
  completionTokens: number
}

/** Estimates by length are off by less than this for text in any script. */
const TIMES = 4
/** What a template adds to a short prompt, and what an engine may write beyond the limit of a request. */
const MORE_TOKENS = 4_096
/** Longest answer of a model whose window is unknown. */
const LONG_ANSWER = 131_072

/** What is known of a request before it runs. */
export interface Asked {
  /** The estimate of its prompt. */
  promptTokens: number
  /** null: the request names no limit. */
  maxTokens: number | null
  /** null: unknown. */
  windowTokens: number | null
  /** Number of answers that the engine writes, of which the client may get fewer. */
  answers?: number
}

export function mostUsage({
  promptTokens,
  maxTokens,
  windowTokens,
  answers = 1,
}: Asked): MostUsage {
  const answer = maxTokens ?? windowTokens ?? LONG_ANSWER
  return {
    promptTokens: promptTokens * TIMES + MORE_TOKENS,
    completionTokens: answer * answers + MORE_TOKENS,
  }
}

/** For an answer of which nothing is known. */
export const ANY_USAGE: MostUsage = {
  promptTokens: LIMITS.countedTokens,
  completionTokens: LIMITS.countedTokens,
}

/**
 * Checks what an engine has counted before it counts for anybody. One count that cannot be makes all of them
 * worthless: the estimates are charged then.
 */
export function plausibleEnding(ending: Ending, most: MostUsage): Ending {
  const { usage } = ending
  if (usage === null || isPlausible(usage, most)) return ending
  return { ...ending, usage: null }
}

function isPlausible(
  { promptTokens, completionTokens, cachedTokens = 0, promptMs = 0 }: EngineUsage,
  most: MostUsage,
): boolean {
  return (
    isCount(promptTokens, most.promptTokens) &&
    isCount(completionTokens, most.completionTokens) &&
    isCount(cachedTokens, most.promptTokens) &&
    promptMs >= 0 &&
    promptMs < Number.POSITIVE_INFINITY
  )
}

function isCount(value: unknown, most: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most
}

/** Whether the `usage` of an answer in OpenAI's shape may be passed on. Fields of other names are not checked. */
export function isPlausibleWire(value: unknown, most: MostUsage): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value === null
  const { prompt_tokens, completion_tokens, total_tokens, prompt_tokens_details } = value as Record<
    string,
    unknown
  >
  const cached = isObject(prompt_tokens_details) ? prompt_tokens_details.cached_tokens : undefined
  const isWithin = (count: unknown, limit: number) => count == null || isCount(count, limit)
  return (
    isWithin(prompt_tokens, most.promptTokens) &&
    isWithin(completion_tokens, most.completionTokens) &&
    isWithin(total_tokens, most.promptTokens + most.completionTokens) &&
    isWithin(cached, most.promptTokens) &&
    (prompt_tokens_details == null || isObject(prompt_tokens_details))
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

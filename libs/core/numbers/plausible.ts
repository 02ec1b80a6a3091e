import { LIMITS } from '../settings/limits.js'
import type { Usage } from '../types/chat.js'

/**
 * A count that somebody else claims: a whole number from 0 to `most`. Anything else is no count and gives 0: a
 * negative number, a text, a list, Infinity, or more than there can be. Fractions are cut.
 */
export function plausibleCount(value: unknown, most: number = LIMITS.countedTokens): number {
  if (typeof value !== 'number' || !(value > 0) || value > most) return 0
  return Math.trunc(value)
}

/** The window that a server claims, in tokens; null when there can be no such window. */
export function plausibleWindow(value: unknown): number | null {
  const tokens = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
  return Number.isInteger(tokens) && plausibleCount(tokens) > 0 ? Number(tokens) : null
}

/** Token counts that somebody else claims, each checked alone; null when there is no object. */
export function plausibleUsage(value: unknown): Usage | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const { promptTokens, completionTokens, reusedPrefixTokens } = value as Record<string, unknown>
  return {
    promptTokens: plausibleCount(promptTokens),
    completionTokens: plausibleCount(completionTokens),
    reusedPrefixTokens: plausibleCount(reusedPrefixTokens),
  }
}

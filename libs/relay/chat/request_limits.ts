import { z } from 'zod'

/**
 * What one request may ask for: it holds one slot, and an engine would work on more for hours or refuse it with a text of
 * its own. OpenAI permits 128 answers, 4 stops, 20 alternatives and 2,048 texts to embed.
 */
export const REQUEST_LIMITS = {
  answers: 8,
  alternatives: 20,
  /** More than any model can write. */
  answerTokens: 16_777_216,
  stops: 16,
  stopChars: 1_024,
  prompts: 128,
  inputs: 2_048,
} as const

const bounded = (most: number, least = 0) => z.number().int().min(least).max(most)

export const Answers = bounded(REQUEST_LIMITS.answers, 1).nullish()
export const Alternatives = bounded(REQUEST_LIMITS.alternatives).nullish()
export const AnswerTokens = bounded(REQUEST_LIMITS.answerTokens).nullish()

export const Stops = z
  .union([z.string(), z.array(z.string())])
  .refine(
    (value) => typeof value === 'string' || value.length <= REQUEST_LIMITS.stops,
    `it must have at most ${REQUEST_LIMITS.stops} texts`,
  )
  .refine(
    (value) => [value].flat().every((text) => text.length <= REQUEST_LIMITS.stopChars),
    `it must have at most ${REQUEST_LIMITS.stopChars} characters`,
  )
  .nullish()

/** Number of texts in a list of texts or of lists of tokens; a list of tokens is one text. */
export function countTexts(value: unknown): number {
  return Array.isArray(value) && typeof value[0] !== 'number' ? value.length : 1
}

/** Number of answers that an engine writes for a request. */
export function answersOf(body: {
  n?: number | null | undefined
  best_of?: number | null | undefined
  prompt?: unknown
}): number {
  return Math.max(1, body.n ?? 1, body.best_of ?? 1) * Math.max(1, countTexts(body.prompt))
}

import { z } from 'zod'
import { LIMITS } from '#core'
import { answerAs, clipMiddle, defineFeature, HOUR_MS } from '../define_feature.js'

/** Numbers of row 67: an unsure answer and a short one are noise. */
const LEAST_CONFIDENCE = 0.7
const LEAST_CHARS = 50

/** Reviews an edit that was just made (row 67). Its answer is a hint for the model that works, never evidence. */
export const reviewEdit = defineFeature({
  name: 'review_edit',
  summary: 'a review of each edit by the model of side questions, at most two issues',
  input: z.strictObject({ task: z.string(), diff: z.string().min(1) }),
  answer: z.object({ issues: z.array(z.string()), confidence: z.number().min(0).max(1) }),
  lifeMs: HOUR_MS,
  maxTokens: 256,
  prompt: ({ task, diff }) => ({
    system: `Review this change. Name only bugs that the change itself has: a wrong condition, a wrong name, a case that it breaks. Name no style. Name at most two. Say how sure you are from 0 to 1. ${answerAs('{"issues": ["one sentence with the line"], "confidence": 0.8}. Use {"issues": [], "confidence": 1} if there is none')}`,
    user: `Task: ${clipMiddle(task, 1_000)}\nChange:\n${clipMiddle(diff, LIMITS.microInputChars - 1_000)}`,
  }),
  fallback: () => ({ issues: [], confidence: 0 }),
  accepts: ({ issues, confidence }) =>
    issues.length === 0 ||
    (confidence >= LEAST_CONFIDENCE && issues.join(' ').length > LEAST_CHARS),
})

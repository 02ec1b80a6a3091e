import { z } from 'zod'
import { LIMITS } from '#core'
import { answerAs, clipMiddle, defineFeature, HOUR_MS } from '../define_feature.js'

/** What the two branches of row 66 look at. */
const ANGLES = {
  change: 'Assume that the last change is wrong. Say what in it causes the failure.',
  place: 'Assume that the last change is in the wrong place. Say where the cause is.',
} as const

/** One line of reasoning about a failure after a fix (row 66). The caller asks it from both angles and takes one. */
export const findCause = defineFeature({
  name: 'find_cause',
  summary: 'two lines of reasoning after every second fix that failed; the better one is shown',
  input: z.strictObject({
    diff: z.string(),
    output: z.string(),
    angle: z.enum(['change', 'place']),
  }),
  answer: z.object({ cause: z.string(), next: z.string() }),
  lifeMs: HOUR_MS,
  maxTokens: 256,
  prompt: ({ diff, output, angle }) => ({
    system: `A change did not make the tests pass. ${ANGLES[angle]} Use only names, files and lines that the texts have. ${answerAs('{"cause": "one sentence", "next": "the one thing to do next"}')}`,
    user: `Change:\n${clipMiddle(diff, LIMITS.microInputChars / 2)}\nOutput of the tests:\n${clipMiddle(output, LIMITS.microInputChars / 2)}`,
  }),
  fallback: () => ({ cause: '', next: '' }),
  accepts: ({ cause, next }) => cause.trim() !== '' && next.trim() !== '',
})

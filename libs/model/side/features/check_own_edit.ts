import { z } from 'zod'
import { LIMITS } from '#core'
import { answerAs, clipMiddle, defineFeature } from '../define_feature.js'

/** The file may change soon (row 68: cache 10 min). */
const TEN_MINUTES_MS = 600_000

/** Compares an edit with the task that it is for (row 68). Without an answer nothing happens. */
export const checkOwnEdit = defineFeature({
  name: 'check_own_edit',
  summary: 'a comparison of each edit with the task: what it leaves out',
  input: z.strictObject({ task: z.string(), diff: z.string().min(1) }),
  answer: z.object({ missing: z.string() }),
  lifeMs: TEN_MINUTES_MS,
  maxTokens: 160,
  prompt: ({ task, diff }) => ({
    system: `You made this change for this task. Compare them. If the change does something else than the task says, name that in one sentence. If the change is one part of the task, it is right. ${answerAs('{"missing": "one sentence, or empty if the change is right"}')}`,
    user: `Task: ${clipMiddle(task, 2_000)}\nChange:\n${clipMiddle(diff, LIMITS.microInputChars - 2_000)}`,
  }),
  fallback: () => ({ missing: '' }),
})

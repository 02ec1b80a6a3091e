import { z } from 'zod'
import { LIMITS } from '#core'
import { answerAs, clipMiddle, defineFeature, HOUR_MS } from '../define_feature.js'

const NUMBERED = /^\s*(?:\d{1,2}[.)]|[-*])\s+(.+)$/
const STEP_CHARS = 120
const MOST_STEPS = 8

/** The numbered steps that a task names. */
export const extractPlan = defineFeature({
  name: 'extract_plan',
  summary: 'the numbered steps that a task names',
  input: z.strictObject({ task: z.string() }),
  answer: z.object({ steps: z.array(z.string()) }),
  lifeMs: HOUR_MS,
  maxTokens: 256,
  prompt: ({ task }) => ({
    system: `Split this task into the steps that it names. Keep its order and its words. Write at most ${MOST_STEPS} steps. Do not add a step. ${answerAs('{"steps": ["…", "…"]}')}`,
    user: clipMiddle(task, LIMITS.microInputChars),
  }),
  known({ task }) {
    const steps = numbered(task)
    return steps.length >= 2 ? { steps } : null
  },
  fallback: ({ task }) => ({ steps: numbered(task) }),
  accepts: ({ steps }) =>
    steps.length <= MOST_STEPS &&
    steps.every((step) => step.trim() !== '' && step.length <= STEP_CHARS),
})

function numbered(task: string): string[] {
  const steps = task.split('\n').flatMap((line) => NUMBERED.exec(line)?.[1]?.trim() ?? [])
  return steps.slice(0, MOST_STEPS).map((step) => step.slice(0, STEP_CHARS))
}

import { z } from 'zod'
import { answerAs, clipMiddle, defineFeature } from '../define_feature.js'

const HALF_HOUR_MS = 1_800_000
/** A longer task is specific enough (row 69). */
const SHORT_CHARS = 80
/** A verb and a vague object: "fix it", "make this better". */
const VAGUE =
  /^\W*(?:please\s+|can you\s+|could you\s+)?(?:just\s+)?(?:fix|improve|clean(?:\s*up)?|refactor|update|change|finish|optimi[sz]e|debug|solve|repair|mend|do|make|handle|correct|redo|continue with)\s+(?:it|this|that|them|everything|all(?: of it)?|things?|stuff|the (?:bug|issue|problem|error|code|thing|project)s?)(?:\s+(?:work|works|better|nicer|faster|right|good|up|again|please|now))*\W*$/i

const WHAT = 'What exactly is meant: which file, which error, and how should it behave afterwards?'

/** Asks the user one question about a vague task. The work starts in the meantime. */
export const clarify = defineFeature({
  name: 'clarify',
  summary: 'one question to you about a vague task, while the work starts',
  input: z.strictObject({ task: z.string() }),
  answer: z.object({ question: z.string() }),
  lifeMs: HALF_HOUR_MS,
  maxTokens: 96,
  prompt: ({ task }) => ({
    system: `A coding assistant got this task. If the task has several meanings that need different work, write one question that decides between them. Otherwise write an empty text. ${answerAs('{"question": "… or empty"}')}`,
    user: clipMiddle(task, 500),
  }),
  known: ({ task }) => (VAGUE.test(task) ? { question: WHAT } : null),
  fallback: () => ({ question: '' }),
  accepts: ({ question }, { task }) =>
    task.length <= SHORT_CHARS && (question === '' || question.trim().endsWith('?')),
})

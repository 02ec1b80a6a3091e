import { z } from 'zod'
import { answerAs, clipMiddle, defineFeature } from '../define_feature.js'

const HALF_HOUR_MS = 1_800_000
/** Above this a task says enough not to be asked about (features.md row 69). */
const SHORT_CHARS = 80
/** A verb and a word that stands for anything: "fix it", "make this better". */
const VAGUE =
  /^\W*(?:please\s+|can you\s+|could you\s+)?(?:just\s+)?(?:fix|improve|clean(?:\s*up)?|refactor|update|change|finish|optimi[sz]e|debug|solve|repair|mend|do|make|handle|correct|redo|continue with)\s+(?:it|this|that|them|everything|all(?: of it)?|things?|stuff|the (?:bug|issue|problem|error|code|thing|project)s?)(?:\s+(?:work|works|better|nicer|faster|right|good|up|again|please|now))*\W*$/i

const WHAT = 'What exactly is meant: which file, which error, and how should it behave afterwards?'

/** One question about a vague task, for the person; the work begins meanwhile. */
export const clarify = defineFeature({
  name: 'clarify',
  summary: 'one question about a vague task, while the work begins',
  input: z.strictObject({ task: z.string() }),
  answer: z.object({ question: z.string() }),
  lifeMs: HALF_HOUR_MS,
  maxTokens: 96,
  prompt: ({ task }) => ({
    system: `A programmer's assistant gets this task. If it can be understood in several ways that lead to different work, give the one question that settles it; else an empty text. ${answerAs('{"question": "… or empty"}')}`,
    user: clipMiddle(task, 500),
  }),
  known: ({ task }) => (VAGUE.test(task) ? { question: WHAT } : null),
  fallback: () => ({ question: '' }),
  accepts: ({ question }, { task }) =>
    task.length <= SHORT_CHARS && (question === '' || question.trim().endsWith('?')),
})

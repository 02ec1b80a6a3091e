import { z } from 'zod'
import { LIMITS } from '#core'
import { commitSubject, isCommitSubject, SUBJECT_CHARS } from '../commit_subject.js'
import { answerAs, clipMiddle, defineFeature, HOUR_MS } from '../define_feature.js'

/** The subject line of a commit for a diff, with a conventional prefix (row 202). */
export const commitMessage = defineFeature({
  name: 'commit_message',
  summary: 'a subject line for a commit',
  input: z.strictObject({ diff: z.string().min(1) }),
  answer: z.object({ subject: z.string().min(1) }),
  lifeMs: HOUR_MS,
  maxTokens: 96,
  prompt: ({ diff }) => ({
    system: `Write the subject line of a git commit for this diff. ${answerAs(`{"subject": "…"}. Begin with feat:, fix:, refactor:, test:, docs:, build: or chore:. Use the imperative. Use at most ${SUBJECT_CHARS} characters. Write no full stop.`)}`,
    user: clipMiddle(diff, LIMITS.microInputChars),
  }),
  fallback: ({ diff }) => ({ subject: commitSubject(diff) }),
  accepts: ({ subject }) => isCommitSubject(subject),
})

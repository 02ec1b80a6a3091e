import { z } from 'zod'
import { LIMITS, nameFirst } from '#core'
import { answerAs, clipMiddle, defineFeature, HOUR_MS } from '../define_feature.js'

const SUBJECT_CHARS = 72
const FILE = /^\+\+\+ (?:b\/)?(\S+)/gm

/** The subject line of a commit for a diff. */
export const commitMessage = defineFeature({
  name: 'commit_message',
  summary: 'a subject line for a commit',
  input: z.strictObject({ diff: z.string().min(1) }),
  answer: z.object({ subject: z.string().min(1) }),
  lifeMs: HOUR_MS,
  maxTokens: 96,
  prompt: ({ diff }) => ({
    system: `Write the subject line of a git commit for this diff. ${answerAs('{"subject": "…"}. Use the imperative. Use at most 72 characters. Write no full stop.')}`,
    user: clipMiddle(diff, LIMITS.microInputChars),
  }),
  fallback({ diff }) {
    const files = [...new Set([...diff.matchAll(FILE)].map((match) => match[1] ?? ''))]
    const named = files.filter((file) => file !== '/dev/null')
    const subject = `Change ${named.length === 0 ? 'files' : nameFirst(named, 1)}`
    return { subject: subject.slice(0, SUBJECT_CHARS) }
  },
  accepts: ({ subject }) => !subject.includes('\n') && subject.length <= SUBJECT_CHARS,
})

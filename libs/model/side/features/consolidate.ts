import { z } from 'zod'
import { LIMITS } from '#core'
import { answerAs, clipMiddle, defineFeature, HOUR_MS } from '../define_feature.js'

const MOST_NOTES = 5
const NOTE_CHARS = 300

/** What of a session is worth a note, at its end (row 213). Without a model: nothing. */
export const consolidate = defineFeature({
  name: 'consolidate',
  summary: 'notes for memory at the end of a session; you accept or refuse each',
  input: z.strictObject({ messages: z.string().min(1) }),
  answer: z.object({ notes: z.array(z.string()) }),
  lifeMs: HOUR_MS,
  maxTokens: LIMITS.microTokens,
  prompt: ({ messages }) => ({
    system: `These are messages of a work session. Write what will still help in another session: what the user wants or confirmed, decisions with their reason, where things are. Not what the code or git tells, no fixes, nothing that only holds today. At most ${MOST_NOTES} notes, one sentence each; none is a good answer. ${answerAs('{"notes": ["…"]}')}`,
    user: clipMiddle(messages, LIMITS.microInputChars),
  }),
  fallback: () => ({ notes: [] }),
  accepts: ({ notes }) =>
    notes.length <= MOST_NOTES &&
    notes.every((note) => note.trim() !== '' && note.length <= NOTE_CHARS),
})

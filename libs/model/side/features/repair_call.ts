import { z } from 'zod'
import { LIMITS } from '#core'
import { answerAs, clipMiddle, defineFeature, HOUR_MS } from '../define_feature.js'

/** Most of the schema that the question carries (features.md row 42). */
const SCHEMA_CHARS = 500

/** A broken call, written again as JSON. What comes of it is held against the text (mend.ts). */
export const repairCall = defineFeature({
  name: 'repair_call',
  summary: 'a broken tool call, written again as JSON and held against what was said',
  input: z.strictObject({ said: z.string().min(1), error: z.string(), schema: z.string() }),
  answer: z.object({ name: z.string(), arguments: z.record(z.string(), z.json()).nullable() }),
  lifeMs: HOUR_MS,
  maxTokens: LIMITS.microTokens,
  prompt: ({ said, error, schema }) => ({
    system: `A tool call was written with broken JSON. Write the same call again as valid JSON: same tool, same arguments in the same order, every value copied character by character, nothing added or left out. Use null for the arguments when the call is not complete. ${answerAs('{"name": "tool", "arguments": {…} or null}')}`,
    user: `Error: ${clipMiddle(error, 1_000)}\nSchema: ${schema.slice(0, SCHEMA_CHARS)}\nCall:\n${clipMiddle(said, LIMITS.microInputChars)}`,
  }),
  fallback: () => ({ name: '', arguments: null }),
})

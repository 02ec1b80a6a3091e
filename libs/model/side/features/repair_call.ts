import { z } from 'zod'
import { LIMITS } from '#core'
import { answerAs, clipMiddle, defineFeature, HOUR_MS } from '../define_feature.js'

/** At most this much of the schema is in the prompt (row 42). */
const SCHEMA_CHARS = 500

/** Rewrites an invalid call as JSON. The result is compared with the text (compare_with_text.ts). */
export const repairCall = defineFeature({
  name: 'repair_call',
  summary: 'rewrite an invalid tool call as JSON, and compare it with the text',
  input: z.strictObject({ said: z.string().min(1), error: z.string(), schema: z.string() }),
  answer: z.object({ name: z.string(), arguments: z.record(z.string(), z.json()).nullable() }),
  lifeMs: HOUR_MS,
  maxTokens: LIMITS.microTokens,
  prompt: ({ said, error, schema }) => ({
    system: `This tool call has invalid JSON. Write the same call as valid JSON. Keep the tool, the arguments and their order. Copy every value character by character. Add nothing and leave nothing out. Use null for the arguments if the call is incomplete. ${answerAs('{"name": "tool", "arguments": {…} or null}')}`,
    user: `Error: ${clipMiddle(error, 1_000)}\nSchema: ${schema.slice(0, SCHEMA_CHARS)}\nCall:\n${clipMiddle(said, LIMITS.microInputChars)}`,
  }),
  fallback: () => ({ name: '', arguments: null }),
})

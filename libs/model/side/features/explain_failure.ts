import { z } from 'zod'
import { LIMITS } from '#core'
import { answerAs, clipMiddle, defineFeature, HOUR_MS } from '../define_feature.js'

/** Lines that say what went wrong, the plainest first. */
const TELLING = [
  /\b(?:\w*Error|\w*Exception)\b\s*[:(]/,
  /\berror\b[:[ ]/i,
  /\bfatal\b|\bpanic(?:ked)?\b/i,
  /not found|no such file|cannot find|permission denied|undefined|unexpected/i,
  /\bfail(?:ed|ure|s)?\b/i,
]
const LINE_CHARS = 200

/** Why a command failed, in a sentence. */
export const explainFailure = defineFeature({
  name: 'explain_failure',
  summary: 'why a command failed, in one sentence behind its output',
  input: z.strictObject({ command: z.string(), output: z.string() }),
  answer: z.object({ cause: z.string() }),
  lifeMs: HOUR_MS,
  maxTokens: 160,
  prompt: ({ command, output }) => ({
    system: `You read the output of commands. Say what made this one fail, naming file and line where the output does. Claim nothing that the output does not say. ${answerAs('{"cause": "one sentence"}')}`,
    user: `Command: ${clipMiddle(command, 500)}\nOutput:\n${clipMiddle(output, LIMITS.microInputChars)}`,
  }),
  fallback({ output }) {
    const lines = output.split('\n').map((line) => line.trim())
    const found = TELLING.map((shape) => lines.find((line) => shape.test(line)))
    return { cause: (found.find((line) => line !== undefined) ?? '').slice(0, LINE_CHARS) }
  },
  accepts: ({ cause }) => cause.trim() !== '',
})

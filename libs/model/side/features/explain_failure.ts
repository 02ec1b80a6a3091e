import { z } from 'zod'
import { LIMITS } from '#core'
import { answerAs, clipMiddle, defineFeature, HOUR_MS } from '../define_feature.js'

/** Lines that describe an error, the clearest first. */
const ERROR_LINES = [
  /\b(?:\w*Error|\w*Exception)\b\s*[:(]/,
  /\berror\b[:[ ]/i,
  /\bfatal\b|\bpanic(?:ked)?\b/i,
  /not found|no such file|cannot find|permission denied|undefined|unexpected/i,
  /\bfail(?:ed|ure|s)?\b/i,
]
const LINE_CHARS = 200

/** The cause of a failed command, in one sentence. */
export const explainFailure = defineFeature({
  name: 'explain_failure',
  summary: 'the cause of a failed command, in one sentence after its output',
  input: z.strictObject({ command: z.string(), output: z.string() }),
  answer: z.object({ cause: z.string() }),
  lifeMs: HOUR_MS,
  maxTokens: 160,
  prompt: ({ command, output }) => ({
    system: `This command failed. Read its output. Write the cause in one sentence. Name the file and the line if the output names them. Write only what the output says. ${answerAs('{"cause": "one sentence"}')}`,
    user: `Command: ${clipMiddle(command, 500)}\nOutput:\n${clipMiddle(output, LIMITS.microInputChars)}`,
  }),
  fallback({ output }) {
    const lines = output.split('\n').map((line) => line.trim())
    const found = ERROR_LINES.map((shape) => lines.find((line) => shape.test(line)))
    return { cause: (found.find((line) => line !== undefined) ?? '').slice(0, LINE_CHARS) }
  },
  accepts: ({ cause }) => cause.trim() !== '',
})

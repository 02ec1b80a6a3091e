import { z } from 'zod'
import { LIMITS, limitLines } from '#core'
import { answerAs, clipMiddle, defineFeature, HOUR_MS } from '../define_feature.js'

/** Lines that declare something, in the languages that are met most. */
const DECLARES =
  /^(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:public\s+|private\s+|protected\s+|static\s+|abstract\s+|pub(?:\(\w+\))?\s+|final\s+)*(?:function|class|interface|type|enum|struct|trait|impl|def|fn|func|module|namespace|const|var|let)\b|^#{1,3}\s/
const MOST_LINES = 40
const LINE_CHARS = 110

/** What a large file holds: signatures and key logic (features.md row 86). */
export const summariseFile = defineFeature({
  name: 'summarise_file',
  summary: 'signatures and key logic of a file that was too long to show whole',
  input: z.strictObject({ path: z.string(), text: z.string() }),
  answer: z.object({ summary: z.string() }),
  lifeMs: HOUR_MS,
  maxTokens: LIMITS.microTokens,
  prompt: ({ path, text }) => ({
    system: `You outline source files for someone who will open them at the right line. Name what the file declares and what its main parts do; keep names exact. ${answerAs('{"summary": "at most 15 short lines"}')}`,
    user: `${clipMiddle(path, 500)}\n${clipMiddle(text, LIMITS.microInputChars)}`,
  }),
  fallback({ text }) {
    const found = text
      .split('\n')
      .map((line, index) => ({ line, number: index + 1 }))
      .filter(({ line }) => DECLARES.test(line))
      .map(({ line, number }) => `${number}: ${line.trimEnd().slice(0, LINE_CHARS)}`)
    return { summary: limitLines(found, MOST_LINES, (left) => `… ${left} more`).join('\n') }
  },
  accepts: ({ summary }) => summary.trim() !== '',
})

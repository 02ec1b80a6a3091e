import { z } from 'zod'
import { LIMITS, limitLines } from '#core'
import { answerAs, clipMiddle, defineFeature, HOUR_MS } from '../define_feature.js'

/** Lines with a declaration, in common languages. */
const DECLARES =
  /^(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:public\s+|private\s+|protected\s+|static\s+|abstract\s+|pub(?:\(\w+\))?\s+|final\s+)*(?:function|class|interface|type|enum|struct|trait|impl|def|fn|func|module|namespace|const|var|let)\b|^#{1,3}\s/
const MOST_LINES = 40
const LINE_CHARS = 110

/** Outlines a large file: signatures and main logic (row 86). */
export const summariseFile = defineFeature({
  name: 'summarise_file',
  summary: 'signatures and main logic of a file that is too long to show whole',
  input: z.strictObject({ path: z.string(), text: z.string() }),
  answer: z.object({ summary: z.string() }),
  lifeMs: HOUR_MS,
  maxTokens: LIMITS.microTokens,
  prompt: ({ path, text }) => ({
    system: `Outline this source file for a reader who wants to find the right line. List what the file declares. Say what its main parts do. Keep names exact. ${answerAs('{"summary": "at most 15 short lines"}')}`,
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

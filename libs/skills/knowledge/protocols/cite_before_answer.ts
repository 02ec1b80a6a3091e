import type { Protocol } from '../../types/sheet.js'

export const citeBeforeAnswer: Protocol = {
  name: 'cite_before_answer',
  when: /\b(?:why|how does|explain|what causes?|which (?:file|function|line)|warum|pourquoi)\b[^?]*\?/iu,
  rules: [
    'Find the lines that answer the question before you answer.',
    'Name the file and the line of each claim.',
    'Say which part you did not check.',
  ],
}

import type { Sheet } from '../../types/sheet.js'

export const regularExpressions: Sheet = {
  name: 'regular_expressions',
  words: ['regex', 'regexp', 'backtracking', 'lookahead'],
  pairs: ['regular expression', 'capture group', 'catastrophic backtracking'],
  rules: [
    'Escape text from outside before you put it into a pattern.',
    'Anchor with ^ and $ to match the whole.',
    'Nested repeats such as (a+)+ can take for ever.',
    'A global JavaScript RegExp keeps lastIndex between calls of test.',
  ],
}

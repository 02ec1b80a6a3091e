import type { Protocol } from '../../types/sheet.js'

export const decomposition: Protocol = {
  name: 'decomposition',
  when: /(?:^|\n)[^\S\n]*(?:[-*]|\d+[.)])\s+\S[\s\S]*\n[^\S\n]*(?:[-*]|\d+[.)])\s+\S|\b(?:and then|after that|as well as|step by step|end to end)\b/iu,
  rules: [
    'Write the parts with todo_write, one line each.',
    'Finish and check one part before the next one begins.',
    'Read the task again at the end: is each part done?',
  ],
}

import type { Protocol } from '../../types/sheet.js'

export const research: Protocol = {
  name: 'research',
  when: /\b(?:research|investigate|compare|find out|look up|evaluate|recherchiere|enquête)\b/iu,
  rules: [
    'Write the question in one sentence.',
    'Collect findings with their source. Keep each with record_evidence.',
    'Look for one finding that says the opposite.',
    'Answer with sources, and say what is not known.',
  ],
}

import type { Section } from '../section.js'
import { fitLines } from '../text/fit.js'

/** The earlier tasks of this session, one line each. */
export const earlier: Section = {
  name: 'earlier',
  order: 14,
  begins: 'Earlier in this session:',
  share: 0.05,
  atStart: true,
  render(input, budgetTokens) {
    if (input.earlier.length === 0) return ''
    const lines = input.earlier.map(
      (task) => `- ${oneLine(task.text)} -> ${task.status}: ${oneLine(task.summary)}`,
    )
    return fitLines(['Earlier in this session:', ...lines], budgetTokens)
  },
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 160)
}

import type { Section } from '../input/section.js'
import { fitText } from '../text/fit.js'

/** The files that the task names with `@`, and one line for what it leaves open (rows 69, 96). Only before the first step. */
export const attached: Section = {
  name: 'attached',
  order: 11,
  share: 0,
  atStart: true,
  render: ({ attached: text = '' }, budgetTokens) =>
    text === '' ? '' : fitText(text, budgetTokens),
}

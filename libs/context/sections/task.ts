import type { Section } from '../input/section.js'
import { fitText } from '../text/fit.js'

/** The user's text, unchanged, in every prompt (docs/design/prompt.md#evidence). */
export const task: Section = {
  name: 'task',
  order: 10,
  begins: 'Task: ',
  share: 0,
  atStart: true,
  render(input, budgetTokens) {
    const additions = input.additions.map((text) => `The user added: ${text}`)
    return fitText([`Task: ${input.task}`, ...additions].join('\n'), budgetTokens)
  },
}

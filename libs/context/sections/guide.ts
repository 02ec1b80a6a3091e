import { estimateTokens } from '#core'
import type { Section } from '../input/section.js'
import { fitLines, fitText } from '../text/fit.js'

/** A part of a guide that is shorter than this says nothing. */
const LEAST_TOKENS = 20

/** The project's instructions for agents: in full where they fit, by name when not (rows 89, 90). */
export const guide: Section = {
  name: 'guide',
  order: 13,
  begins: 'Guide',
  share: 0.12,
  atStart: true,
  render({ project }, budgetTokens) {
    const { main = null, named = [], above = [] } = project.guides ?? {}
    const parts: string[] = []
    const names = [...named]
    let left = budgetTokens
    const add = (text: string) => {
      parts.push(text)
      left -= estimateTokens(text)
    }
    if (main !== null) {
      const text = `Guide of the project (${main.path}):\n${main.text}`
      if (estimateTokens(text) <= left) add(text)
      else names.unshift(main.path)
    }
    if (names.length > 0) {
      const line = fitLines([`Guides (read them when you are unsure): ${names.join(' ')}`], left)
      if (line !== '') add(line)
    }
    for (const { path, text } of above)
      if (left > LEAST_TOKENS) add(fitText(`From ${path}:\n${text}`, left))
    return parts.join('\n')
  },
}

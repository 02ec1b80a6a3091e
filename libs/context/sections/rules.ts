import { estimateTokens, LIMITS } from '#core'
import type { Section } from '../input/section.js'

const TITLE =
  'Rules of the user for this project. Follow them. A later line wins over an earlier one:'
/** Share of a small block that the rules may take. */
const BLOCK_SHARE = 0.25

/** What the user taught in earlier tasks, in the user's words. No rules, no tokens. */
export const rules: Section = {
  name: 'rules',
  order: 18,
  begins: TITLE,
  share: 0,
  most: (block) => Math.min(LIMITS.ruleTokens, block * BLOCK_SHARE),
  atStart: true,
  render({ rules: taught = [] }, budgetTokens) {
    const lines: string[] = []
    let left = budgetTokens - estimateTokens(TITLE)
    // The last ones are the newest: where not all fit, these stay.
    for (const text of [...taught].reverse()) {
      const line = `- ${text.replace(/\s+/g, ' ')}`
      left -= estimateTokens(line) + 1
      if (left < 0) break
      lines.unshift(line)
    }
    return lines.length === 0 ? '' : [TITLE, ...lines].join('\n')
  },
}

import { LIMITS } from '#core'
import type { Section } from '../input/section.js'
import { fitLines } from '../text/fit.js'

/** Part of a small block that the list may take. */
const BLOCK_SHARE = 0.1
const TITLE = 'Skills. Call skill with a name before work that one is about:'

/** The skills that the model may load, one short line each. No skills, no tokens. */
export const skills: Section = {
  name: 'skills',
  begins: TITLE,
  order: 19,
  share: 0,
  most: (block) => Math.min(LIMITS.skillTokens, block * BLOCK_SHARE),
  atStart: true,
  render({ skills: lines = [] }, budgetTokens) {
    if (lines.length === 0) return ''
    return fitLines([TITLE, ...lines], budgetTokens)
  },
}

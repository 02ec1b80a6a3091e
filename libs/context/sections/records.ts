import { LIMITS } from '#core'
import type { Section } from '../input/section.js'
import { fitLines } from '../text/fit.js'

const BLOCK_SHARE = 0.15

/** What earlier tasks of the folder left that this one has to do with. No such task, no tokens. */
export const records: Section = {
  name: 'records',
  order: 17,
  begins: 'Earlier tasks in this folder',
  share: 0,
  most: (block) => Math.min(LIMITS.recordTokens, block * BLOCK_SHARE),
  atStart: true,
  render({ records: found = [] }, budgetTokens) {
    if (found.length === 0) return ''
    return fitLines(['Earlier tasks in this folder that may help:', ...found], budgetTokens)
  },
}

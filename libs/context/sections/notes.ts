import { LIMITS } from '#core'
import type { Section } from '../input/section.js'
import { fitLines } from '../text/fit.js'

const BLOCK_SHARE = 0.1

/** Notes of memory that the task has to do with. No such note, no tokens. */
export const notes: Section = {
  name: 'notes',
  order: 18.5,
  begins: 'Notes from memory',
  share: 0,
  most: (block) => Math.min(LIMITS.noteTokens, block * BLOCK_SHARE),
  atStart: true,
  render({ notes: found = [] }, budgetTokens) {
    if (found.length === 0) return ''
    return fitLines(
      ['Notes from memory that may help. Verify files and names before use:', ...found],
      budgetTokens,
    )
  },
}

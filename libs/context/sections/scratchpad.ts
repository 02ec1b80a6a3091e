import { LIMITS } from '#core'
import type { Section } from '../input/section.js'
import { fitLines } from '../text/fit.js'

const TITLE = 'Your notes from earlier in this session:'
const BLOCK_SHARE = 0.15

/** What the model noted in earlier turns of this session, the newest first (row 220). No such note, no tokens. */
export const scratchpad: Section = {
  name: 'scratchpad',
  order: 14.5,
  begins: TITLE,
  share: 0,
  most: (block) => Math.min(LIMITS.scratchpadTokens, block * BLOCK_SHARE),
  atStart: true,
  render({ scratchpad: notes = [] }, budgetTokens) {
    return notes.length === 0 ? '' : fitLines([TITLE, ...notes], budgetTokens)
  },
}

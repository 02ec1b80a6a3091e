import type { Guard } from '../guard.js'

/** After two cut replies in a row, the text ends the task. */
const MOST = 2

/** Text that the token limit cut is not an answer yet, and does not mean that nothing is left to do (row 50). */
export const cutShort: Guard = {
  name: 'cut_short',
  cap: 100,
  watch({ reply, textOnly, nudgesInARow }) {
    if (!textOnly || reply.finishReason !== 'length' || nudgesInARow >= MOST) return null
    const length = reply.text.trim().length
    return `The token limit cut your reply after ${length} characters. If you wanted to call a tool, call it now and write no text before it. Otherwise write the whole answer again in at most half the length.`
  },
}

import type { Guard } from '../guard.js'

/** Cut twice in a row, the text ends the task as it stands. */
const MOST = 2

/** Words that the token limit cut are no answer yet, and no sign that nothing is to be done (row 50). */
export const cutShort: Guard = {
  name: 'cut_short',
  watch({ reply, textOnly, nudgesInARow }) {
    if (!textOnly || reply.finishReason !== 'length' || nudgesInARow >= MOST) return null
    const length = reply.text.trim().length
    return `Your reply was cut by the token limit after ${length} characters. If a call was to come, make it now, without words before it; else give the whole answer again in at most half the length.`
  },
}

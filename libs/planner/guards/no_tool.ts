import type { Guard } from '../guard.js'

/** A block of at least this many lines is meant for a file. */
const LEAST_LINES = 2
const BLOCK = /^ *(?:```|~~~)[^\n]*\n([\s\S]*?)^ *(?:```|~~~)/gm

/** Code in the text of a reply is in no file (row 52). Small models answer like a chat. */
export const noTool: Guard = {
  name: 'no_tool',
  aid: true,
  cap: 20,
  watch({ reply, textOnly, question, edited }) {
    if (!textOnly || question || edited) return null
    const blocks = [...reply.text.matchAll(BLOCK)].map(([, code = '']) => code.trim().split('\n'))
    if (!blocks.some((lines) => lines.length >= LEAST_LINES)) return null
    return 'Nothing was written: code in your text is in no file. Call patch_file with the change, or write_file for a new file.'
  },
}

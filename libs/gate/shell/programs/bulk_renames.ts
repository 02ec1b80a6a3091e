import { filesOf } from '../readers/inner_text.js'
import { type ProgramReader, UNKNOWN_PROGRAM } from '../readers/program.js'
import { known } from '../state/types.js'
import { isPattern } from '../words/pattern.js'

/** Programs that move, copy or link all files that a pattern of theirs fits. */
export const bulk_renames: ProgramReader = {
  name: 'bulk_renames',
  programs: { 'mmv mcp mad mln zmv zcp zln': UNKNOWN_PROGRAM },
  inspect(call) {
    const { args, name, state, walker } = call
    for (const { text } of args) {
      if (text === null || !isPattern(text)) continue
      for (const path of filesOf(text, call).slice(0, 1)) {
        walker.usePath(known(path), 'write', state)
        walker.unsure(`${name} changes all files that ${text} fits`)
      }
    }
    return null
  },
}

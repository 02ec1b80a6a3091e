import { wordsOf } from '../readers/plain.js'
import { type ProgramReader, UNKNOWN_PROGRAM } from '../readers/program.js'
import { inspectWrapped } from '../readers/wrapper.js'
import { UNKNOWN } from '../state/types.js'

/** `command x` and `builtin x` run x in the shell itself, past its functions. */
export const command: ProgramReader = {
  name: 'command',
  programs: { 'command builtin': UNKNOWN_PROGRAM },
  inspect(call) {
    const { name, args, state, walker } = call
    // `command -v x` prints where x is.
    if (name === 'command' && args.some(({ text }) => /^-[vV]+$/.test(text ?? ''))) {
      walker.part(wordsOf(call), state, null)
      return UNKNOWN
    }
    return inspectWrapped(call, { shares: true, safe: true, skipsFunctions: true }, args)
  },
}

import { type ProgramReader, UNKNOWN_PROGRAM } from '../readers/program.js'
import { known } from '../state/types.js'

/** dd writes the file that `of=` names. */
export const dd: ProgramReader = {
  name: 'dd',
  programs: {
    dd: UNKNOWN_PROGRAM,
  },
  inspect({ args, state, walker }) {
    const to = args.find(({ text }) => text?.startsWith('of='))?.text
    if (to) walker.noteCreated(known(to.slice(3)), state, 'text')
    return null
  },
}

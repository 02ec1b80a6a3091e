import { readArguments } from '../readers/options.js'
import { type ProgramReader, UNKNOWN_PROGRAM } from '../readers/program.js'
import { inspectWrapped, optionsOf, type Wrapper } from '../readers/wrapper.js'

const WRAPPER: Wrapper = { write: '-I -O -B -T', code: '-c --command', shellAlone: true }

/** script writes a session into its operand; its command follows -c. */
export const script: ProgramReader = {
  name: 'script',
  programs: { script: UNKNOWN_PROGRAM },
  inspect(call) {
    for (const file of readArguments(call.args, optionsOf(WRAPPER)).operands)
      call.walker.usePath(file, 'write', call.state)
    return inspectWrapped(call, { ...WRAPPER, own: call.args.length }, call.args)
  },
}

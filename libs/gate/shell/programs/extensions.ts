import { inspectPacked } from '../contents/packing.js'
import { type ProgramReader, UNKNOWN_PROGRAM } from '../readers/program.js'
import { HERE } from '../readers/tree.js'

/** vsce and ovsx pack the folder of an editor's extension. */
export const extensions: ProgramReader = {
  name: 'extensions',
  programs: { 'vsce ovsx': UNKNOWN_PROGRAM },
  inspect(call) {
    const first = call.args.find(({ text }) => !text?.startsWith('-'))
    if (/^(?:package|publish)$/.test(first?.text ?? '')) inspectPacked([HERE], call)
    return null
  },
}

import { inspectPacked } from '../contents/packing.js'
import { type ProgramReader, UNKNOWN_PROGRAM } from '../readers/program.js'

/** kubectl and helm: folders that they copy or pack. */
export const kubernetes: ProgramReader = {
  name: 'kubernetes',
  programs: { 'kubectl helm': UNKNOWN_PROGRAM },
  inspect(call) {
    const { name, args } = call
    const words = args.filter(({ text }) => !text?.startsWith('-'))
    const first = words[0]?.text
    if (name === 'kubectl' && first === 'cp') inspectPacked(words.slice(1, 2), call)
    if (name === 'helm' && first === 'package') inspectPacked(words.slice(1), call)
    return null
  },
}

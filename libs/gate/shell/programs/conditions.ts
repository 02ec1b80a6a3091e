import { expandSubscripts } from '../readers/builtin.js'
import { wordsOf } from '../readers/plain.js'
import { type Call, type ProgramReader, UNKNOWN_PROGRAM } from '../readers/program.js'
import { NOTHING, type Output } from '../state/types.js'

/** test and `[`: words beside the operators of files are paths. */
export const conditions: ProgramReader = {
  name: 'conditions',
  programs: { 'test [': UNKNOWN_PROGRAM },
  inspect(call) {
    expandSubscripts(call)
    return check(call)
  },
}

/** Words beside these operators are files; all others are text and numbers. */
const FILE_TEST = /^-[a-hkprstuwxGLNOS]$/
const FILE_PAIR = /^-(?:nt|ot|ef)$/

function check(call: Call): Output {
  const { args, walker, state } = call
  let vague: string | null = null
  for (const [index, word] of args.entries()) {
    const [before, after] = [args[index - 1]?.text ?? '', args[index + 1]?.text ?? '']
    const isFile = FILE_TEST.test(before) || FILE_PAIR.test(before) || FILE_PAIR.test(after)
    if (isFile) walker.tryPath(word, word.globbed ? 'list' : 'read', state)
    // Whether a text equals another shows no file.
    if (isFile && word.text === null) vague ??= word.raw
  }
  walker.part(wordsOf(call), state, vague ? `${vague} is computed when it runs` : null)
  return NOTHING
}

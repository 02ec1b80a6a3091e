import { type Call, type ProgramReader, UNKNOWN_PROGRAM } from '../readers/program.js'
import { inspectWrapped, type Wrapper } from '../readers/wrapper.js'
import { type Field, known, unknown } from '../state/types.js'

const WRAPPER: Wrapper = {
  value: '-u --unset',
  path: '-C --chdir',
  sets: true,
  safe: true,
  // The environment of a command was made for it: no secrets are in it.
  safeAlone: true,
}

/** env sets variables for the command after it; `-S` splits a text into words. */
export const env: ProgramReader = {
  name: 'env',
  programs: { env: UNKNOWN_PROGRAM },
  inspect: (call) => inspectWrapped(call, WRAPPER, splitString(call.args, call)),
}

/** `-S 'a b' c`: the words of the text, then those after it. */
function splitString(args: readonly Field[], call: Call): readonly Field[] {
  const at = args.findIndex(({ text }) => /^(?:-[a-zA-Z0]*S|--split-string)/.test(text ?? ''))
  const before = args[at]?.text
  if (before === null || before === undefined) return args
  const glued = before.replace(/^(?:-[a-zA-Z0]*?S|--split-string=?)/, '')
  const text = glued === '' ? args[at + 1]?.text : glued
  const rest = args.slice(glued === '' ? at + 2 : at + 1)
  // Quotes, variables and escapes of its own are not read here.
  if (text === null || text === undefined || /["'\\$#]/.test(text))
    return computedWords(args.slice(0, at), text ?? null, rest, call)
  const words = text.split(/\s+/).filter(Boolean).map(known)
  return [...args.slice(0, at), ...splitString([...words, ...rest], call)]
}

function computedWords(
  before: readonly Field[],
  text: string | null,
  rest: readonly Field[],
  { walker, state }: Call,
): readonly Field[] {
  if (text === null || /[\\$#]/.test(text)) walker.unsure('env -S splits its text by its own rules')
  if (text !== null) walker.inside(text, state)
  return [...before, unknown('what env -S is given'), ...rest]
}

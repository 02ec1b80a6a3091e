import { expandSubscripts, fillVariables } from '../readers/builtin.js'
import { printedBy } from '../readers/print.js'
import { printWords } from '../readers/prints.js'
import type { Call, ProgramReader, Spec } from '../readers/program.js'
import { assign } from '../state/state.js'
import type { Field, Output } from '../state/types.js'

const WORDS: Spec = { operands: 'text', safe: '-v', prints: printWords }

/** echo and printf print their words; `printf -v` sets a variable. */
export const echo: ProgramReader = {
  name: 'echo',
  programs: {
    echo: { ...WORDS, safeComputed: true },
    printf: WORDS,
  },
  inspect: (call) =>
    call.name === 'printf' && call.args[0]?.text?.startsWith('-v') ? printInto(call) : null,
}

/** `printf -v name format …` and `-vname`. */
function printInto(call: Call): Output {
  const [option, name, ...words] = call.args
  expandSubscripts(call)
  const glued = option?.text !== '-v'
  const target = glued ? { ...option, text: option?.text?.slice(2) ?? null } : name
  const format = glued && name ? [name, ...words] : words
  const output = fillVariables({ ...call, args: target ? [target as Field] : [] })
  const printed = printedBy({ ...call, args: format })
  if (target?.text && printed !== null) assign(call.state, target.text, [printed])
  return output
}

import { endChanged, expandSubscripts, fillVariables, inspectValue } from '../readers/builtin.js'
import { readArguments } from '../readers/options.js'
import { type Call, type ProgramReader, UNKNOWN_PROGRAM } from '../readers/program.js'
import { keepVariable } from '../readers/variables.js'
import { assign } from '../state/state.js'
import type { Output } from '../state/types.js'

/** Builtins that set variables: export, read and their kind. */
export const assignments: ProgramReader = {
  name: 'assignments',
  programs: {
    'export declare typeset local readonly unset read mapfile readarray getopts let':
      UNKNOWN_PROGRAM,
  },
  inspect(call) {
    expandSubscripts(call)
    return BUILTINS[call.name]?.(call) ?? null
  },
}

const BUILTINS: Record<string, (call: Call) => Output> = {
  export: keep,
  declare: keep,
  typeset: keep,
  local: keep,
  readonly: keep,
  unset(call) {
    for (const { text } of call.args) if (text !== null) assign(call.state, text, null)
    return endChanged(call)
  },
  read: fillLine,
  mapfile: fillLines,
  readarray: fillLines,
  getopts: fillVariables,
  let(call) {
    for (const { raw } of call.args)
      for (const [name] of raw.matchAll(/[A-Za-z_]\w*/g)) assign(call.state, name, null)
    return endChanged(call)
  },
}

function keep(call: Call): Output {
  const { state, walker } = call
  if (call.args.some(({ text }) => /^-\w*n/.test(text ?? '')) && call.name !== 'export')
    walker.unsure('a variable is an alias of another variable')
  for (const { text, raw } of call.args) {
    const source = text ?? raw
    const [, name = '', value] = /^([A-Za-z_]\w*)\+?=(.*)$/s.exec(source) ?? []
    if (name !== '')
      keepVariable(name, text === null || value === undefined ? null : [value], state, walker)
    else if (text === null) walker.unsure(`${raw} is computed when it runs`)
  }
  return endChanged(call)
}

/** `read x <<< text`: one name gets the whole line. */
function fillLine(call: Call): Output {
  const { stdin } = call.state
  const names = call.args.filter(({ text }) => text !== '-r').map(({ text }) => text)
  const output = fillVariables(call)
  const [name] = names
  if (
    stdin.kind === 'text' &&
    names.length === 1 &&
    name &&
    /^\w+$/.test(name) &&
    !call.state.ownSplit
  )
    assign(call.state, name, [(stdin.text.split('\n')[0] ?? '').trim()])
  return output
}

/** `-C` runs its text for every so many lines. */
function fillLines(call: Call): Output {
  const { options } = readArguments(call.args, { value: '-d -n -O -s -u -c', text: '-C' })
  for (const { name, value } of options) if (name === '-C') inspectValue(value, call)
  return fillVariables(call)
}

import { endChanged, expandSubscripts, inspectValue } from '../readers/builtin.js'
import { readArguments } from '../readers/options.js'
import { type Call, type ProgramReader, UNKNOWN_PROGRAM } from '../readers/program.js'
import type { Output } from '../state/types.js'

/** Completions and key bindings hold commands. */
export const completion: ProgramReader = {
  name: 'completion',
  programs: { 'compgen complete bind': UNKNOWN_PROGRAM },
  inspect(call) {
    expandSubscripts(call)
    return BUILTINS[call.name]?.(call) ?? null
  },
}

const BUILTINS: Record<string, (call: Call) => Output> = {
  compgen: complete,
  complete,
  bind: bindKeys,
}

function complete(call: Call): Output {
  const { options } = readArguments(call.args, { value: '-A -G -P -S -X -o', text: '-C -F -W' })
  for (const { name, value } of options) {
    if (name === '-W') call.walker.again(value?.text ?? null, call.state)
    else if (value !== null) inspectValue(value, call)
  }
  return endChanged(call)
}

function bindKeys(call: Call): Output {
  const { options } = readArguments(call.args, { text: '-x', path: '-f' })
  for (const { kind, value } of options) {
    if (kind === 'path' && value) call.walker.usePath(value, 'read', call.state)
    if (kind === 'text') inspectValue(value, call)
  }
  if (call.args.length > 0) call.walker.unsure('bind assigns commands to keys')
  return endChanged(call)
}

import { assign } from '../state/state.js'
import { type Field, NOTHING, type Output, UNKNOWN } from '../state/types.js'
import { wordsOf } from './plain.js'
import type { Call } from './program.js'

/** Builtins that print something, whatever they are given. */
const PRINTS = /^(?:pushd|popd|dirs|compgen|complete|bind|shopt|hash|alias|trap|wait|jobs)$/

/** A builtin that changes nothing but the control flow. */
export function endHarmless(call: Call): Output {
  call.walker.part(wordsOf(call), call.state, null)
  return NOTHING
}

/** A builtin that changes the shell; it prints where it is asked to, or always. */
export function endChanged(call: Call): Output {
  call.walker.part(wordsOf(call), call.state, `${call.name} changes the shell`)
  const { name, args } = call
  const prints = args.length === 0 || args.some(({ text }) => text === null || /^-\w*p/.test(text))
  return prints || PRINTS.test(name) ? UNKNOWN : NOTHING
}

/** A subscript is arithmetic, and arithmetic runs the commands in it. */
export function expandSubscripts({ args, state, walker }: Call): void {
  for (const { text } of args) if (text?.includes('[')) walker.again(text, state)
}

/** Variables that a builtin fills with what it reads. */
export function fillVariables(call: Call): Output {
  for (const { text, raw } of call.args) {
    if (text === null) call.walker.unsure(`${raw} is computed when it runs`)
    else if (/^[A-Za-z_]\w*$/.test(text)) assign(call.state, text, null)
  }
  for (const name of ['REPLY', 'MAPFILE', 'OPTARG']) assign(call.state, name, null)
  return endChanged(call)
}

/** A shell text in the value of an option. */
export function inspectValue(value: Field | null, { name, walker, state }: Call): void {
  if (value === null || value.text === null) walker.unsure(`${name} runs a computed text`)
  else walker.inside(value.text.replace(/^"[^"]*":/, ''), state)
}

import { posix } from 'node:path'
import { placesOf } from '../state/places.js'
import { NOTHING, type Output, UNKNOWN } from '../state/types.js'
import { printedBy } from './print.js'
import type { Call } from './program.js'

/** What echo and printf print. */
export function printWords({ name, args, walker }: Call): Output {
  const text = printedBy({ name, args })
  walker.written.push(text ?? args.map((word) => word.text ?? '').join(' '))
  return text === null ? UNKNOWN : { kind: 'text', text }
}

/** What basename and dirname print of one path. */
export function printPathPart({ name, args }: Call): Output {
  const path = args.length === 1 && !args[0]?.several ? args[0]?.text : undefined
  if (!path || !/^[^-]/.test(path)) return UNKNOWN
  const bare = path.replace(/(?<=.)\/+$/, '')
  const part = name === 'basename' ? posix.basename(bare) : posix.dirname(bare)
  return { kind: 'text', text: `${part}\n` }
}

/** What pwd prints. */
export function printFolder({ state }: Call): Output {
  return state.cwds?.length === 1 ? { kind: 'text', text: `${state.cwds[0]}\n` } : UNKNOWN
}

/** What tee prints: its input. */
export function printInput({ state }: Call): Output {
  return state.stdin
}

/** What cat prints: without operands its input, with one the bytes of that file. */
export function printInputAlone(call: Call): Output {
  return hasOptionsOnly(call) ? call.state.stdin : printBytes(call)
}

/** What `zcat X` and `gzip -dc X` print: the bytes of one file, which is still the same archive to tar. */
export function printBytes({ args, state }: Call): Output {
  const files = args.filter(({ text }) => !text?.startsWith('-'))
  if (files.length === 0 && state.stdin.kind === 'unknown') return state.stdin
  const paths = files.flatMap(({ text }) => (text === null ? [] : placesOf(text, state).paths))
  const [from] = paths
  const isOne = files.length === 1 && paths.length === 1 && state.cwds !== null
  return isOne && from !== undefined ? { kind: 'unknown', from } : UNKNOWN
}

/** What a filter such as head leaves of a list of names: names, no other text is known. */
export function printNames(call: Call): Output {
  return hasOptionsOnly(call) && call.state.stdin.kind === 'names' ? call.state.stdin : UNKNOWN
}

/** What nproc prints. */
export function printNumber(): Output {
  return { kind: 'number' }
}

export function printNothing(): Output {
  return NOTHING
}

function hasOptionsOnly({ args }: Call): boolean {
  return args.every(({ text }) => text !== null && /^-|^\d+$/.test(text))
}

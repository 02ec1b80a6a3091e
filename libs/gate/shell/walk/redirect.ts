import type { Redirection } from 'unbash'
import type { State } from '../state/state.js'
import { known, NOTHING, type Output, UNKNOWN } from '../state/types.js'
import type { Walker } from '../state/walker.js'
import { expandValue, expandWord, scriptsIn } from '../words/expand.js'

/** Devices that hold nothing and keep nothing. */
const DEVICES = /^\/dev\/(?:null|zero|u?random|tty|std(?:in|out|err)|fd\/\d+)$/

/**
 * Reads one redirect: the file that it names, the text that it feeds, the descriptor that it moves.
 * @returns what is left of the command's output where this takes it away, null where it does not
 */
export function redirect(one: Redirection, state: State, walker: Walker): Output | null {
  const isInput = one.descriptor?.type !== 'FileDescriptor' || one.descriptor.value === 0
  if (one.type === 'HereDoc') {
    if (one.closing === undefined) walker.unsure('a here-document does not end')
    for (const script of scriptsIn(one.body.parts)) walker.capture(script, state)
    const plain = (one.body.parts ?? []).every((part) => part.type === 'Literal')
    if (one.body.text) walker.written.push(one.body.text)
    if (isInput) state.stdin = plain ? { kind: 'text', text: one.body.text } : UNKNOWN
    return null
  }
  if (one.target === undefined) {
    walker.unsure('a redirect has no target')
    return null
  }
  if (one.type === 'HereString') {
    const values = expandValue(one.target, state, walker)
    walker.written.push(...(values ?? []))
    if (isInput)
      state.stdin = values?.length === 1 ? { kind: 'text', text: `${values[0]}\n` } : UNKNOWN
    return null
  }
  if (/^[<>]&$/.test(one.operator) && /^(?:\d+-?|-)$/.test(one.target.value)) return null
  const isOutput = one.descriptor?.type !== 'FileDescriptor' || one.descriptor.value === 1
  const kept = redirectFile(one.operator, one.target, isInput, state, walker)
  return isOutput ? kept : null
}

function redirectFile(
  operator: string,
  target: Parameters<typeof expandWord>[0],
  isInput: boolean,
  state: State,
  walker: Walker,
): Output | null {
  const reads = operator.startsWith('<')
  const fields = expandWord(target, state, walker)
  for (const field of fields) {
    if (field.text === null) walker.unsure(`the target of a redirect is computed (${field.raw})`)
    else if (/^\/dev\/(?:tcp|udp)\//.test(field.text))
      walker.unsure('it opens a network connection')
    else if (!DEVICES.test(field.text)) {
      walker.usePath(known(field.text), operator === '<' ? 'read' : 'write', state)
      if (operator !== '<') {
        walker.seen.writes = true
        walker.noteCreated(field, state, 'plain')
      }
    }
  }
  if (!reads)
    return fields.some(({ text }) => /^\/dev\/(?:stdout|fd)/.test(text ?? '')) ? null : NOTHING
  const [first, ...others] = fields
  // One of several files: which one, only the run knows.
  if (isInput)
    state.stdin = { kind: 'file', path: others.length > 0 ? null : (first?.text ?? null) }
  return null
}

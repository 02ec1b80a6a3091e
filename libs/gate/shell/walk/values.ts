import type { Assignment, Word } from 'unbash'
import type { State, Values } from '../state/state.js'
import type { Walker } from '../state/walker.js'
import { expandValue, expandWord, inspectArithmetic } from '../words/expand.js'

/** `export A=b` and the like: the program gets one word, the shell a variable. */
export function assignmentFields(arg: Assignment, state: State, walker: Walker) {
  const values = valuesFor(arg, state, walker)
  return (values ?? [null]).map((value) => ({
    text: value === null ? null : `${arg.name}=${value}`,
    raw: arg.text,
    globbed: false,
    harmless: false,
  }))
}

/** Possible values of the variable after an assignment; null when they are not known. */
export function valuesFor(one: Assignment, state: State, walker: Walker): Values {
  const own =
    one.value.type === 'Word'
      ? expandValue(one.value, state, walker)
      : arrayValues(one.value.elements, state, walker)
  if (one.index !== undefined) inspectArithmetic(one.index.text, one.index.parts, state, walker)
  if (!one.append && one.index === undefined) return own
  const before = state.vars.get(one.name) ?? null
  if (own === null || before === null) return null
  // Elements of an array are possible values of the whole.
  if (one.index !== undefined || one.value.type === 'ArrayValue') return [...before, ...own]
  return before.flatMap((start) => own.map((end) => `${start}${end}`))
}

function arrayValues(words: readonly Word[], state: State, walker: Walker): Values {
  const fields = words.flatMap((word) => expandWord(word, state, walker))
  // `([3]=x)`: the value behind the index.
  const texts = fields.map(({ text }) => text?.replace(/^\[[^\]]*\]\+?=/, '') ?? null)
  return texts.every((text) => text !== null) ? texts : null
}

/** Possible values of the variable of a `for` loop; null when they are not known. */
export function loopValues(
  words: readonly Word[] | undefined,
  state: State,
  walker: Walker,
): Values {
  if (words === undefined) return state.positional
  const fields = words.flatMap((word) => expandWord(word, state, walker))
  const texts = fields.map(({ text }) => text)
  return texts.every((text) => text !== null) ? [...new Set(texts)] : null
}

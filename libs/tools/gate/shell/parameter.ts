import type { ParameterExpansionPart, Word } from 'unbash'
import { compilePattern, escapePattern, plainText } from './pattern.js'
import type { State, Values } from './state.js'

const MAX_CHARS = 4_096

/** What `$name` stands for; null where it cannot be told. Names of special parameters included. */
export function valuesOf(name: string, state: State): Values {
  if (name === '@' || name === '*') return state.positional
  if (/^\d$/.test(name)) {
    if (name === '0') return state.vars.get('0') ?? ['bash']
    return state.positional === null ? null : [state.positional[Number(name) - 1] ?? '']
  }
  // Numbers and flags: no path is spelled so.
  if (name === '#' || name === '?') return ['0']
  return state.vars.get(name) ?? null
}

/**
 * What `${…}` stands for: a list in which null marks a value that cannot be told.
 * @param expand  makes values of the words inside
 */
export function expandParameter(
  part: ParameterExpansionPart,
  state: State,
  expand: (word: Word) => Values,
): (string | null)[] {
  if (part.prefix === '#') return ['0']
  const values = named(part, state)
  const { operation } = part
  if (operation === undefined) return values === null ? [null] : [...values]
  switch (operation.type) {
    case 'Default': {
      const other = expand(operation.operand) ?? [null]
      const plus = operation.operator.endsWith('+')
      if (plus) return [...other, '']
      return values === null ? [null, ...other] : [...values.filter(Boolean), ...other]
    }
    case 'Remove': {
      const patterns = expand(operation.operand)
      if (values === null || patterns?.length !== 1) return [null]
      const pattern = operation.operand.parts
        ? plainOf(operation.operand)
        : escapePattern(patterns[0] ?? '')
      return pattern === null
        ? [null]
        : values.map((value) => removed(value, pattern, operation.operator))
    }
    case 'Replace': {
      const [from, to] = [expand(operation.pattern), expand(operation.replacement)]
      const literal = operation.pattern.parts === undefined
      if (values === null || from?.length !== 1 || to?.length !== 1 || !literal) return [null]
      return values.map((value) => replaced(value, from[0] ?? '', to[0] ?? '', operation.operator))
    }
    case 'CaseModification':
      if (values === null || operation.operand !== undefined) return [null]
      return values.map((value) => cased(value, operation.operator))
    default:
      return [null]
  }
}

function named(part: ParameterExpansionPart, state: State): Values {
  const values = valuesOf(part.parameter, state)
  if (part.prefix !== '!') return values
  // ${!x}: the variable whose name x holds.
  return values?.length === 1 ? valuesOf(values[0] ?? '', state) : null
}

/** A pattern of literals and wildcards as one; null where something is computed. */
function plainOf(word: Word): string | null {
  const parts = (word.parts ?? []).map((part) => {
    if (part.type === 'Glob') return part.text
    if (part.type === 'Literal' || part.type === 'SingleQuoted') return escapePattern(part.value)
    return null
  })
  return parts.every((part) => part !== null) ? parts.join('') : null
}

function removed(value: string, pattern: string, operator: string): string | null {
  if (value.length > MAX_CHARS) return null
  const fits = compilePattern(pattern)
  const front = operator.startsWith('#')
  const cuts = Array.from({ length: value.length + 1 }, (_, at) => at)
  // `##` and `%%` take the longest piece, `#` and `%` the shortest.
  const longest = operator.length === 2
  const order = front === longest ? cuts.reverse() : cuts
  const piece = (at: number) => (front ? value.slice(0, at) : value.slice(at))
  const cut = order.find((at) => fits(piece(at)))
  if (cut === undefined) return value
  return front ? value.slice(cut) : value.slice(0, cut)
}

function replaced(value: string, from: string, to: string, operator: string): string {
  const literal = plainText(from)
  if (literal === '') return value
  if (operator === '//') return value.replaceAll(literal, () => to)
  if (operator === '/#') return value.startsWith(literal) ? to + value.slice(literal.length) : value
  if (operator === '/%')
    return value.endsWith(literal) ? value.slice(0, -literal.length) + to : value
  return value.replace(literal, () => to)
}

function cased(value: string, operator: string): string {
  const upper = operator.startsWith('^')
  const turn = (text: string) => (upper ? text.toUpperCase() : text.toLowerCase())
  return operator.length === 2 ? turn(value) : turn(value.slice(0, 1)) + value.slice(1)
}

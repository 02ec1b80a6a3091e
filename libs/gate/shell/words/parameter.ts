import type { ParameterExpansionPart, ParameterSliceOperation, Word } from 'unbash'
import { assign, type State, type Values } from '../state/state.js'
import { compilePattern, escapePattern, plainText } from './pattern.js'

const MAX_CHARS = 4_096

/** The values of `$name`; null where they are unknown. Special parameters included. */
export function valuesOf(name: string, state: State): Values {
  if (name === '@') return state.positional
  if (name === '*') return state.positional && joinedToo(state.positional, state)
  if (/^\d$/.test(name)) {
    if (name === '0') return state.vars.has('0') ? (state.vars.get('0') ?? null) : ['bash']
    return state.positional === null ? null : [state.positional[Number(name) - 1] ?? '']
  }
  // Numbers and flags: no path is spelled so.
  if (name === '#' || name === '?') return ['0']
  return state.vars.get(name) ?? null
}

/** `$*` in quotes is one word of all. */
function joinedToo(values: readonly string[], state: State): Values {
  if (values.length < 2) return values
  return state.ownSplit ? null : [...values, values.join(' ')]
}

/**
 * The values of `${…}`: a list in which null marks an unknown value.
 * @param expand  makes values of the words inside
 */
export function expandParameter(
  part: ParameterExpansionPart,
  state: State,
  expand: (word: Word) => Values,
): (string | null)[] {
  if (part.prefix === '#') return ['0']
  const { operation } = part
  const all = part.index?.text === '*'
  const found = named(part, state)
  const values = all && found !== null ? joinedToo(found, state) : found
  if (operation === undefined) return values === null ? [null] : [...values]
  switch (operation.type) {
    case 'Default': {
      const other = expand(operation.operand) ?? [null]
      const plus = operation.operator.endsWith('+')
      if (plus) return [...other, '']
      if (operation.operator.endsWith('=') && !state.vars.has(part.parameter))
        assign(state, part.parameter, other.every((text) => text !== null) ? other : null)
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
      // Unquoted, `&` is what was found.
      if (to?.some((text) => text.includes('&'))) return [null]
      if (values === null || from?.length !== 1 || to?.length !== 1 || !literal) return [null]
      return values.map((value) => replaced(value, from[0] ?? '', to[0] ?? '', operation.operator))
    }
    case 'CaseModification':
      if (values === null || operation.operand !== undefined) return [null]
      return values.map((value) => cased(value, operation.operator))
    case 'Slice':
      if (values === null || part.index !== undefined) return [null]
      return /^[@*\d]/.test(part.parameter) ? [null] : values.map((one) => sliced(one, operation))
    default:
      return [null]
  }
}

/** `${x:2}`, `${x:2:3}`, `${x: -2}`: by numbers that are spelled out. */
function sliced(value: string, { offset, length }: ParameterSliceOperation): string | null {
  const [from, count] = [offset.text.trim(), length?.text.trim() ?? String(value.length)]
  if (!/^-?\d{1,6}$/.test(from) || !/^-?\d{1,6}$/.test(count)) return null
  const [at, many] = [Number(from), Number(count)]
  const start = at < 0 ? value.length + at : at
  if (start < 0) return ''
  return value.slice(start, many < 0 ? value.length + many : start + many)
}

function named(part: ParameterExpansionPart, state: State): Values {
  const values = valuesOf(part.parameter, state)
  if (part.prefix !== '!') return values
  // `${!#}` is the last argument.
  if (part.parameter === '#') return state.positional
  if (/^[?$!@*-]$/.test(part.parameter)) return null
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
  if (literal === '') return operator === '/#' ? to + value : operator === '/%' ? value + to : value
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

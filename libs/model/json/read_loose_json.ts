import { findDoubleKey } from './find_double_key.js'
import { isEndMark, isQuote, readLooseString } from './read_loose_string.js'

/** A value that was read from valid or repairable JSON; `cost` is the number of characters that were read. */
export type Loose =
  | { kind: 'value'; value: unknown; end: number; unclosed: boolean; cost: number }
  /** `cut`: the text ends inside a value. `bad`: it cannot be repaired without a guess. */
  | { kind: 'cut' | 'bad'; end: number; cost: number }

const MAX_DEPTH = 100
/** The start of a list of objects as a value. */
const ROWS = /^\[\s*[{[]/
const KEY = /[A-Za-z_$][\w$-]{0,99}/y
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /[A-Za-z]{1,10}/y
const COMMENT = /\/\/[^\n]*|\/\*|#[^\n]*/y
/** White space that is not ASCII: no-break, zero-width and wide spaces. */
const WIDE_SPACE = /[\s\u200B\u2060]/
/** What may follow a last bracket of the wrong kind: nothing but other brackets, and the end of the value. */
const LAST = /[\s)\]};,]*(?:$|<\/|<\||<｜|```|~~~)/y
const WORDS = new Map<string, unknown>([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['null', null],
  ['None', null],
])

/**
 * Reads one JSON value at `start`. Valid JSON is read strictly. Otherwise it repairs, without a guess: raw
 * line ends, single quotes, unquoted keys, extra or missing commas, comments, True, False and None,
 * backslashes that escape nothing, pairs of quotes inside a string, and missing closing brackets after a
 * complete value. A value that the end of the text cuts is not returned. Linear time.
 */
export function readLoose(text: string, start: number): Loose {
  const { end, cost } = endOfStrict(text, start)
  if (end !== -1) {
    try {
      const value: unknown = JSON.parse(text.slice(start, end))
      // Two values of one key: which of them is meant would be a guess.
      if (findDoubleKey(text, start, end) !== null) return { kind: 'bad', end, cost }
      return { kind: 'value', value, end, unclosed: false, cost }
    } catch {
      // Not valid JSON: repaired below.
    }
  }
  const read = readRepaired(text, start)
  const spent = read.kind === 'value' ? read.end : text.length
  return { ...read, cost: cost + spent - start }
}

/** Index after the bracket that closes the one at `start`, by the rules of JSON; -1 without one. */
function endOfStrict(text: string, start: number): { end: number; cost: number } {
  let depth = 0
  let at = start
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 34) {
      for (at += 1; at < text.length; at += 1) {
        const inner = text.charCodeAt(at)
        if (inner === 34) break
        if (inner < 32) return { end: -1, cost: at - start }
        if (inner === 92) at += 1
      }
    } else if (code === 123 || code === 91) depth += 1
    else if (code === 125 || code === 93) depth -= 1
    if (depth === 0) return { end: at + 1, cost: at - start }
  }
  return { end: -1, cost: at - start }
}

type Repaired =
  | { kind: 'value'; value: unknown; end: number; unclosed: boolean }
  | { kind: 'cut' | 'bad'; end: number }

function readRepaired(text: string, start: number): Repaired {
  let at = start
  let failure: 'cut' | 'bad' | null = null
  let unclosed = false
  /** Number of open lists inside an object: missing items of such a list cannot be repaired. */
  let listed = 0

  const fail = (kind: 'cut' | 'bad'): undefined => {
    failure ??= kind
    return undefined
  }

  function skip(): void {
    for (;;) {
      while (at < text.length && isSpace(text, at)) at += 1
      if (text[at] !== '/' && text[at] !== '#') return
      COMMENT.lastIndex = at
      const found = COMMENT.exec(text)?.[0]
      if (found === undefined) return
      const close = found === '/*' ? text.indexOf('*/', at + 2) : at + found.length - 2
      at = close === -1 ? text.length : close + 2
    }
  }

  function take(expression: RegExp): string | undefined {
    expression.lastIndex = at
    const found = expression.exec(text)?.[0]
    at += found?.length ?? 0
    return found
  }

  function string(place: 'key' | 'member' | 'item' | 'alone'): string | undefined {
    const read = readLooseString(text, at, place)
    if (typeof read === 'string') return fail(read)
    at = read.end
    return read.value
  }

  function value(depth: number, place: 'member' | 'item' | 'alone'): unknown {
    skip()
    if (depth > MAX_DEPTH) return fail('bad')
    const char = text[at]
    if (char === undefined) return fail('cut')
    if (char === '{' || char === '[') return collection(depth, char)
    if (isQuote(char)) return string(place)
    const number = take(NUMBER)
    // A number at the end of the text may be incomplete.
    if (number !== undefined) return at < text.length ? Number(number) : fail('cut')
    const word = take(WORD)
    if (word !== undefined && WORDS.has(word)) return WORDS.get(word)
    return fail(at >= text.length || isEndMark(text, at) ? 'cut' : 'bad')
  }

  function key(): string | undefined {
    const char = text[at]
    if (isQuote(char)) return string('key')
    return take(KEY) ?? fail('bad')
  }

  function member(depth: number): [string, unknown] {
    const name = key() ?? ''
    skip()
    if (at >= text.length) fail('cut')
    else if (text[at] !== ':' && text[at] !== '：') fail('bad')
    at += 1
    if (failure !== null) return [name, undefined]
    skip()
    const isRows = ROWS.test(text.slice(at, at + 80))
    listed += isRows ? 1 : 0
    const made = value(depth + 1, 'member')
    listed -= isRows ? 1 : 0
    return [name, made]
  }

  function collection(depth: number, open: '{' | '['): unknown {
    const entries: [string, unknown][] = []
    const close = open === '{' ? '}' : ']'
    let finished = false
    at += 1
    for (;;) {
      skip()
      if (at >= text.length || (finished && isEndMark(text, at))) {
        if (!finished || listed > 0) return fail('cut')
        unclosed = true
        break
      }
      const char = text[at]
      if (char === close) {
        at += 1
        break
      }
      if (char === ',' || char === '，' || char === '、') {
        at += 1
        finished = false
        continue
      }
      if (finished && (char === ')' || char === ']' || char === '}') && isLast(text, at + 1)) {
        // The last brackets are of the wrong kind.
        unclosed = true
        at += 1
        break
      }
      if (char === '}' && finished) {
        // A closing brace ends the list: its own closing bracket is missing.
        unclosed = true
        break
      }
      entries.push(open === '{' ? member(depth) : ['', value(depth + 1, 'item')])
      if (failure !== null) return undefined
      finished = true
    }
    if (open === '[') return entries.map(([, each]) => each)
    return hasTwoValues(entries) ? fail('bad') : Object.fromEntries(entries)
  }

  const read = value(0, 'alone')
  if (failure !== null) return { kind: failure, end: at }
  return { kind: 'value', value: read, end: at, unclosed }
}

/** Whether a key is there twice with values that differ. */
export function hasTwoValues(entries: readonly (readonly [string, unknown])[]): boolean {
  const seen = new Map<string, unknown>()
  return entries.some(([key, value]) => {
    const differs = seen.has(key) && JSON.stringify(seen.get(key)) !== JSON.stringify(value)
    seen.set(key, value)
    return differs
  })
}

function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code <= 32 || (code >= 160 && WIDE_SPACE.test(text.charAt(at)))
}

function isLast(text: string, at: number): boolean {
  LAST.lastIndex = at
  return LAST.test(text)
}

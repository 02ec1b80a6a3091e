import { isObject } from '../../json/parse_json.js'
import { hasTwoValues } from '../../json/read_loose_json.js'
import type { Source } from '../../text/source.js'
import { type Offer, propertiesOf } from '../calls/offered_tools.js'
import type { WrittenCall } from '../calls/written_call.js'
import { broken, type Found, NONE } from './dialect.js'
import { behind, foundCalls, jsonAt } from './read_json_calls.js'

const NAME = /[A-Za-z_][\w.-]{0,99}(?=\s*\()/y
const KEY = /([A-Za-z_]\w{0,99})\s*=(?!=)/y
const PRINT = /(?:print|await)\s*\(?\s*(?=[A-Za-z_][\w.]*\s*\()/y
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y
const WORD = /[A-Za-z]+/y
const STRING = /([rRbBuU]{0,2})('''|"""|'|")/y
const WORDS = new Map<string, unknown>([
  ['True', true],
  ['true', true],
  ['False', false],
  ['false', false],
  ['None', null],
  ['null', null],
])
const ESCAPES = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
  ['0', '\0'],
  ['\n', ''],
])
const MAX_DEPTH = 50
/** White space and comments. */
const SPACE = /(?:\s+|#[^\n]*)*/y
const BETWEEN = /(?:[\s,;]+|#[^\n]*)*/y
const LINE_COMMENT = /[ \t]*#[^\n]*/y

/** `x = f()`, and what shows x: the result is shown anyway. */
const ASSIGNED = /([A-Za-z_]\w{0,60})\s*=\s*(?:await\s+)?(?=[A-Za-z_][\w.]*\s*\()/y
const SHOWN = /print\s*\(\s*([A-Za-z_]\w{0,60})\s*\)/y

/** Reads `[f(a=1), g(b="x")]`, or the same calls without brackets, while their names are known. */
export function readPythonCalls(source: Source, start: number, offer: Offer): Found {
  const { text } = source
  const opened = text[behind(source, SPACE, start)] === '['
  let at = behind(source, SPACE, start) + (opened ? 1 : 0)
  const calls: WrittenCall[] = []
  const assigned = new Set<string>()
  let end = at
  for (;;) {
    at = behind(source, SPACE, at)
    const shown = source.match(SHOWN, at)
    if (shown !== null && assigned.has(shown[1] ?? '')) {
      end = at + shown[0].length
      at = behind(source, BETWEEN, end)
      continue
    }
    const [given = '', variable = ''] = source.match(ASSIGNED, at) ?? []
    at += given.length
    if (variable !== '') assigned.add(variable)
    const print = source.match(PRINT, at)?.[0]
    at += print?.length ?? 0
    const name = source.match(NAME, at)?.[0]
    if (name === undefined || offer.find(name).kind === 'unknown') break
    const read = readArguments(source, at + name.length, argumentOrder(offer, name))
    if (read === null)
      return broken(`the call of ${name.slice(0, 60)} is incomplete or invalid`, name)
    calls.push({ name, arguments: read.given })
    end = print?.includes('(') ? behind(source, /\s*\)/y, read.end) : read.end
    end = behind(source, LINE_COMMENT, end)
    at = behind(source, BETWEEN, end)
  }
  if (calls.length === 0) return NONE
  if (!opened) return foundCalls(calls, end)
  const close = behind(source, SPACE, at)
  if (text[close] === ']') return foundCalls(calls, close + 1)
  // A list with other elements is not a list of calls. A missing end is accepted.
  return close >= text.length || text[close] === '<' ? foundCalls(calls, end) : NONE
}

/** The names of a tool's arguments in the order of its schema, for positional arguments. */
function argumentOrder(offer: Offer, name: string): string[] {
  const named = offer.find(name)
  return Object.keys(propertiesOf(named.kind === 'known' ? named.tool : undefined))
}

function readArguments(source: Source, start: number, order: readonly string[]) {
  const { text } = source
  const given: [string, unknown][] = []
  let at = behind(source, SPACE, start) + 1
  if (!source.afford(0)) return null
  // `f({path: "a"})`, as in JavaScript: the object holds all arguments.
  const whole =
    text[behind(source, SPACE, at)] === '{' ? jsonAt(source, behind(source, SPACE, at)) : null
  if (whole?.kind === 'value' && !whole.unclosed && isObject(whole.value)) {
    const close = behind(source, SPACE, whole.end)
    if (text[close] === ')') return { given: whole.value, end: close + 1 }
  }
  for (;;) {
    at = behind(source, SPACE, at)
    if (text[at] === ')') break
    const key = source.match(KEY, at)
    at += key?.[0].length ?? 0
    const read = readValue(source, at, 0)
    const field = key?.[1] ?? order[given.length]
    if (read === null || field === undefined) return null
    given.push([field, read.value])
    at = behind(source, SPACE, read.end)
    if (text[at] === ',') at += 1
    else if (text[at] !== ')') return null
  }
  source.afford(at - start)
  if (hasTwoValues(given)) return null
  return { given: Object.fromEntries(given), end: at + 1 }
}

type Value = { value: unknown; end: number } | null

function readValue(source: Source, start: number, depth: number): Value {
  const at = behind(source, SPACE, start)
  const char = source.text[at]
  if (depth > MAX_DEPTH) return null
  if (char === '[' || char === '(') return readList(source, at, depth)
  if (char === '{') return readDict(source, at, depth)
  const string = source.match(STRING, at)
  if (string !== null) return readString(source, at + string[0].length, string)
  const number = source.match(NUMBER, at)?.[0]
  if (number !== undefined) return { value: Number(number), end: at + number.length }
  const word = source.match(WORD, at)?.[0] ?? ''
  return WORDS.has(word) ? { value: WORDS.get(word), end: at + word.length } : null
}

function readString(source: Source, start: number, [, prefix = '', quote = '"']: string[]): Value {
  const { text } = source
  const parts: string[] = []
  let from = start
  for (let at = start; at < text.length; at += 1) {
    if (text.startsWith(quote, at)) {
      const value = parts.join('') + text.slice(from, at)
      return { value, end: at + quote.length }
    }
    // A line end in a plain string is an error in Python, but models write it on purpose.
    if (text[at] !== '\\') continue
    if (/[rR]/.test(prefix)) {
      at += 1
      continue
    }
    const { value, length } = readEscape(text, at)
    parts.push(text.slice(from, at), value)
    at += length - 1
    from = at + 1
  }
  return null
}

function readEscape(text: string, at: number): { value: string; length: number } {
  const char = text[at + 1] ?? ''
  const plain = ESCAPES.get(char) ?? (/['"\\]/.test(char) ? char : undefined)
  if (plain !== undefined) return { value: plain, length: 2 }
  const code = /^(?:x([0-9a-f]{2})|u([0-9a-f]{4}))/i.exec(text.slice(at + 1, at + 6))
  const digits = code?.[1] ?? code?.[2]
  if (digits === undefined) return { value: '\\', length: 1 }
  return { value: String.fromCharCode(Number.parseInt(digits, 16)), length: digits.length + 2 }
}

function readList(source: Source, start: number, depth: number): Value {
  const close = source.text[start] === '[' ? ']' : ')'
  const values: unknown[] = []
  let at = start + 1
  for (;;) {
    at = behind(source, SPACE, at)
    if (source.text[at] === close) return { value: values, end: at + 1 }
    const read = readValue(source, at, depth + 1)
    if (read === null) return null
    values.push(read.value)
    at = behind(source, SPACE, read.end)
    if (source.text[at] === ',') at += 1
    else if (source.text[at] !== close) return null
  }
}

function readDict(source: Source, start: number, depth: number): Value {
  const entries: [string, unknown][] = []
  let at = start + 1
  for (;;) {
    at = behind(source, SPACE, at)
    if (source.text[at] === '}') return { value: Object.fromEntries(entries), end: at + 1 }
    const key = readValue(source, at, depth + 1)
    const colon = behind(source, SPACE, key?.end ?? at)
    if (key === null || source.text[colon] !== ':') return null
    const read = readValue(source, colon + 1, depth + 1)
    if (read === null) return null
    entries.push([String(key.value), read.value])
    at = behind(source, SPACE, read.end)
    if (source.text[at] === ',') at += 1
    else if (source.text[at] !== '}') return null
  }
}

/** Writes calls in Python syntax. */
export function writePython(calls: readonly WrittenCall[]): string {
  const said = calls.map(({ name, arguments: given }) => {
    const fields = Object.entries(given).map(([key, value]) => `${key}=${pythonOf(value)}`)
    return `${name}(${fields.join(', ')})`
  })
  return said.join(', ')
}

function pythonOf(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(pythonOf).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value).map(
    ([key, each]) => `${JSON.stringify(key)}: ${pythonOf(each)}`,
  )
  return `{${entries.join(', ')}}`
}

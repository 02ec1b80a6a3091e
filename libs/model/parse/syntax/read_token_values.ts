import { hasTwoValues } from '../../json/read_loose_json.js'
import type { Source } from '../../text/source.js'

const KEY =
  /\s*(?:"([^"\n]{1,100})"|<escape>([^<]{1,100})<escape>|<\|"\|>([^<]{1,100})<\|"\|>|([A-Za-z_][\w.-]{0,99}))\s*:/y
const DELIMITER = /<escape>|<\|"\|>|"/y
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?=\s*[,}\]])/y
const WORD = /(true|false|null|none)(?=\s*[,}\]])/iy
/** What may follow a plain closing quote. */
const AFTER = /\s*(?:\}|\]|,\s*(?:["<[{\d-]|[A-Za-z_][\w.-]*\s*:))/y
const MAX_DEPTH = 20

type Value = { value: unknown; end: number } | null

/** Reads Gemma's `{key:<escape>text<escape>,n:3}`; null when it is incomplete or has unquoted words. */
export function readTokens(
  source: Source,
  at: number,
): { values: Record<string, unknown>; end: number } | null {
  const read = source.afford(0) ? readMap(source, at, 0) : null
  source.afford((read?.end ?? source.text.length) - at)
  return read === null ? null : { values: read.value as Record<string, unknown>, end: read.end }
}

function readMap(source: Source, start: number, depth: number): Value {
  const entries: [string, unknown][] = []
  let at = source.space(start + 1)
  for (;;) {
    if (source.text[at] === '}')
      return hasTwoValues(entries) ? null : { value: Object.fromEntries(entries), end: at + 1 }
    const key = source.match(KEY, at)
    if (key === null) return null
    const read = readValue(source, at + key[0].length, depth + 1)
    if (read === null) return null
    entries.push([key[1] ?? key[2] ?? key[3] ?? key[4] ?? '', read.value])
    at = source.space(read.end)
    if (source.text[at] === ',') at = source.space(at + 1)
    else if (source.text[at] !== '}') return null
  }
}

function readValue(source: Source, start: number, depth: number): Value {
  const at = source.space(start)
  if (depth > MAX_DEPTH) return null
  if (source.text[at] === '{') return readMap(source, at, depth)
  if (source.text[at] === '[') return readList(source, at, depth)
  const delimiter = source.match(DELIMITER, at)?.[0]
  if (delimiter !== undefined) return readText(source, at + delimiter.length, delimiter)
  const number = source.match(NUMBER, at)?.[0]
  if (number !== undefined) return { value: Number(number), end: at + number.length }
  const word = source.match(WORD, at)?.[0]
  if (word === undefined) return null
  const value = /^t/i.test(word) ? true : /^f/i.test(word) ? false : null
  return { value, end: at + word.length }
}

/** Text between these tokens has no escapes; a plain quote closes only before a separator. */
function readText(source: Source, from: number, delimiter: string): Value {
  let at = source.find(delimiter, from)
  while (at !== -1 && source.match(AFTER, at + delimiter.length) === null)
    at = source.find(delimiter, at + 1)
  if (at === -1) return null
  return { value: source.text.slice(from, at), end: at + delimiter.length }
}

function readList(source: Source, start: number, depth: number): Value {
  const values: unknown[] = []
  let at = source.space(start + 1)
  for (;;) {
    if (source.text[at] === ']') return { value: values, end: at + 1 }
    const read = readValue(source, at, depth + 1)
    if (read === null) return null
    values.push(read.value)
    at = source.space(read.end)
    if (source.text[at] === ',') at = source.space(at + 1)
    else if (source.text[at] !== ']') return null
  }
}

/** Writes arguments in Gemma's syntax. */
export function writeTokens(value: unknown): string {
  if (typeof value === 'string') return `<escape>${value}<escape>`
  if (Array.isArray(value)) return `[${value.map(writeTokens).join(',')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const entries = Object.entries(value).map(([key, each]) => `${key}:${writeTokens(each)}`)
  return `{${entries.join(',')}}`
}

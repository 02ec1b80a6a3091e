import { hasTwoValues } from '../../json/read_loose_json.js'
import type { Source } from '../../text/source.js'

/** The tags around the fields of a call; all expressions are sticky. */
export interface FieldTags {
  /** The opening tag; group 1 is the key, group 2 may be `true` or `false`: whether the value is a string. */
  open: RegExp
  /** The closing tag of a key. */
  close(key: string): string
  /** What may follow a closing tag that ends the value. */
  after: RegExp
}

export type Fields =
  | { kind: 'fields'; values: Record<string, unknown>; end: number; unclosed: boolean }
  /** A value has no end, or a key has two values. */
  | { kind: 'bad'; why: string }

/**
 * Reads the fields from `start`. Each value is the text byte for byte, without one line end on each side.
 * A closing tag inside a value is part of the value unless it is followed by another part of a call.
 */
export function readFields(source: Source, start: number, tags: FieldTags): Fields {
  const values: [string, unknown][] = []
  let end = start
  for (;;) {
    const at = source.gap(end)
    const opener = source.match(tags.open, at)
    if (opener === null) break
    const key = opener[1] ?? ''
    const from = at + opener[0].length
    const close = tags.close(key)
    const closed = closingOf(source, from, { close, tags })
    const to = closed === -1 ? endOfLine(source, from, tags) : closed
    if (to === -1) return { kind: 'bad', why: `the value of ${key} has no end` }
    values.push([key, typed(withoutCdata(withoutEdges(source.text.slice(from, to))), opener[2])])
    end = closed === -1 ? to : to + close.length
  }
  if (hasTwoValues(values)) return { kind: 'bad', why: 'an argument has two values' }
  // A comment may be before the closing tag of the call.
  const behind = source.gap(end)
  const unclosed = behind >= source.text.length
  const isEnd = unclosed || values.length === 0
  return { kind: 'fields', values: Object.fromEntries(values), end: isEnd ? end : behind, unclosed }
}

/**
 * Index of the closing tag of a value; -1 without one. Fields inside the value, as in a file that shows a
 * call, take their own closing tags first. An unclosed field inside may be the next field of this call, so
 * the value then has no end.
 */
function closingOf(
  source: Source,
  from: number,
  { close, tags }: { close: string; tags: FieldTags },
): number {
  const inner = new RegExp(tags.open.source, 'g')
  let open = 0
  let looked = from
  for (let at = source.find(close, from); at !== -1; at = source.find(close, at + 1)) {
    if (!source.afford(0)) return -1
    for (const [, key = ''] of source.text.slice(looked, at).matchAll(inner))
      if (tags.close(key) === close) open += 1
    looked = at
    if (open > 0) open -= 1
    else if (source.match(tags.after, source.gap(at + close.length)) !== null) return at
  }
  return -1
}

/** A value in one line without a tag in it. */
const ONE_LINE = /\r?\n?[^\n<]*[^\s<][^\n<]*\r?\n?(?=\s*<)/y

/**
 * Where a value without a closing tag ends: it is one line, and the next part of the call follows it. -1: it may go on.
 * What is cut has no part of the call behind it.
 */
function endOfLine(source: Source, from: number, { after }: FieldTags): number {
  const line = source.match(ONE_LINE, from)?.[0]
  if (line === undefined) return -1
  const next = source.match(after, source.gap(from + line.length))?.[0] ?? ''
  return next === '' ? -1 : from + line.length
}

const CDATA = /^<!\[CDATA\[([\s\S]*)\]\]>$/

/** A value that is one section of CDATA as a whole. */
function withoutCdata(text: string): string {
  return text.startsWith('<![CDATA[') ? (CDATA.exec(text)?.[1] ?? text) : text
}

/** A value is JSON when its tag says that it is not a string. */
function typed(text: string, isString: string | undefined): unknown {
  if (isString !== 'false') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Removes one line end on each side, because the tags are on their own lines. */
function withoutEdges(text: string): string {
  const from = text.startsWith('\r\n') ? 2 : text.startsWith('\n') ? 1 : 0
  const to = text.endsWith('\r\n') ? 2 : text.endsWith('\n') ? 1 : 0
  return from + to > text.length ? '' : text.slice(from, text.length - to)
}

/** Escapes a text for a regular expression. */
export function escapeText(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** The arguments of a call, each in a tag of its own and on a line of its own. */
export function writeFields(given: Record<string, unknown>): string {
  return Object.entries(given)
    .map(([key, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      return `<${key}>${text}</${key}>\n`
    })
    .join('')
}

import { isPlausibleWire, type MostUsage } from './plausible_usage.js'

const USAGE = Buffer.from('"usage"')
/** Usage of any engine is smaller. */
const MOST_BYTES = 8_192
const COLON = 58
const QUOTE = 34
const BACKSLASH = 92
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125]
const NULL = Buffer.from('null')
const SPACE = /[\s]/
const LITERAL_END = /[,\]}\s]/

/**
 * Replaces each usage that cannot be by null: what a client gets is plausible or absent. Other bytes stay as they
 * are. Inside a string a quote is escaped, so the mark is never content.
 * @param json  whole JSON texts, alone or as events
 */
export function withPlausibleUsage(json: Buffer, most: MostUsage): Buffer {
  let parts: Buffer[] | null = null
  let done = 0
  for (let at = json.indexOf(USAGE); at !== -1; at = json.indexOf(USAGE, at + 1)) {
    const start = valueAfter(json, at + USAGE.length)
    if (start === -1) continue
    const end = endOf(json, start)
    if (isFine(json.toString('utf8', start, end), most)) continue
    parts ??= []
    parts.push(json.subarray(done, start), NULL)
    done = end
  }
  return parts === null ? json : Buffer.concat([...parts, json.subarray(done)])
}

function isFine(text: string, most: MostUsage): boolean {
  if (text === 'null') return true
  try {
    return isPlausibleWire(JSON.parse(text), most)
  } catch {
    return false
  }
}

/** Start of the value behind a key; -1 when it is no key. */
function valueAfter(json: Buffer, from: number): number {
  let at = skipSpace(json, from)
  if (json[at] !== COLON) return -1
  at = skipSpace(json, at + 1)
  return at < json.length ? at : -1
}

function skipSpace(json: Buffer, from: number): number {
  let at = from
  while (at < json.length && SPACE.test(String.fromCharCode(json[at] ?? 0))) at += 1
  return at
}

/** The end of a JSON value; the end of the bytes for one that is longer than any usage. */
function endOf(json: Buffer, start: number): number {
  let depth = 0
  let isText = false
  for (let at = start; at < Math.min(json.length, start + MOST_BYTES); at += 1) {
    const byte = json[at] ?? 0
    if (isText) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) isText = false
      if (!isText && depth === 0) return at + 1
      continue
    }
    if (byte === QUOTE) isText = true
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth += 1
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      depth -= 1
      if (depth === 0) return at + 1
      if (depth < 0) return at
    } else if (depth === 0 && LITERAL_END.test(String.fromCharCode(byte))) return at
  }
  return Math.min(json.length, start + MOST_BYTES)
}

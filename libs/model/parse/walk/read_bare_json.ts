import { isObject, parseJson } from '../../json/parse_json.js'
import { balancedEnd } from '../../text/balanced_end.js'
import type { Source } from '../../text/source.js'
import { flatCall } from '../calls/flat_call.js'
import type { Offer } from '../calls/offered_tools.js'
import { ACTION_NAMES } from '../calls/one_line_actions.js'
import { ARGUMENT_KEYS, NAME_KEYS, shapeOf } from '../calls/read_call_object.js'
import { broken, type Found } from '../syntax/dialect.js'
import { jsonAt, NOT_JSON } from '../syntax/read_json_calls.js'

const NAMES = [...NAME_KEYS, 'action', 'function', 'tool_call', 'tool_calls', 'tool_uses']
/** An object that may be a call: its first key is a key of calls. */
const QUOTED_HEAD = new RegExp(
  `\\{\\s*(["'“])(?:${[...NAMES, ...ARGUMENT_KEYS, 'type', 'id', 'thought', 'cites'].join('|')})["'”]\\s*:`,
  'y',
)
const BARE_HEAD = new RegExp(`\\{\\s*["']?(?:${NAMES.join('|')})["']?\\s*:`, 'y')
const OPENS = /\{\s*["'“]/y
const NAMED = new RegExp(
  `["'“]?\\b(?:${[...NAME_KEYS, 'action', 'function'].join('|')})["'”]?\\s*:\\s*["'“]([\\w.:/-]{1,100})["'”]`,
  'g',
)
/** The name of an unreadable object is searched in this many characters. */
const NAME_REACH = 400

export type Bare = Extract<Found, { kind: 'calls' | 'broken' }> | { kind: 'prose'; end: number }

/**
 * Reads the object at `at`, without a mark that identifies it as a call.
 * @param isStart  the object is the start of the text, so the whole text is probably JSON
 */
export function readBareObject(
  source: Source,
  at: number,
  { offer, isStart }: { offer: Offer; isStart: boolean },
): Bare {
  const { text } = source
  if (!source.afford(0)) return { kind: 'broken', why: 'it is too long to read' }
  const span = balancedEnd(text, at)
  source.afford(span === -1 ? text.length - at : span - at)
  const prose: Bare = { kind: 'prose', end: span === -1 ? at + 1 : span }
  const mayName = source.match(OPENS, at) !== null || (isStart && source.match(BARE_HEAD, at))
  if (!mayName) return prose
  const strict = span === -1 ? undefined : parseJson(text.slice(at, span))
  if (isObject(strict))
    return callsIn(source, { value: strict, at, end: span, unclosed: false }, { offer, isStart })
  const isMeant = source.match(QUOTED_HEAD, at) ?? (isStart ? source.match(OPENS, at) : null)
  const isBare = isStart && source.match(BARE_HEAD, at) !== null
  if (isMeant === null && !isBare) return prose
  const read = jsonAt(source, at)
  if (read.kind === 'value') {
    const end = read.end + (source.match(/(?:\s*[}\]])*/y, read.end)?.[0].length ?? 0)
    return callsIn(source, { ...read, at, end }, { offer, isStart })
  }
  const name = nameIn(text.slice(at, at + NAME_REACH), offer)
  if (name !== undefined) return broken(NOT_JSON, name) as Bare
  const holdsAll = span === -1 || text.slice(span).trim() === ''
  return isStart && holdsAll && !isBare ? (broken(NOT_JSON) as Bare) : prose
}

/** The calls in a value that was read from `at` to `end`. */
function callsIn(
  source: Source,
  { value, at, end, unclosed }: { value: unknown; at: number; end: number; unclosed: boolean },
  { offer, isStart }: { offer: Offer; isStart: boolean },
): Bare {
  const found = shapeOf(value)
  if (found.kind === 'calls') {
    const named = found.calls.map(({ name }) => calledIn([name], offer)).find(Boolean)
    if (named !== undefined)
      return { kind: 'broken', why: 'its name holds its arguments', name: named }
    const calls = found.calls.map((call) => (unclosed ? { ...call, unclosed } : call))
    return { kind: 'calls', calls, end }
  }
  if (found.kind === 'broken' && offer.knows(found.name))
    return { kind: 'broken', why: found.why, name: found.name }
  const flat = isStart ? flatCall(value, offer) : null
  if (flat !== null) return { kind: 'calls', calls: [unclosed ? { ...flat, unclosed } : flat], end }
  const said = isStart ? calledIn(value, offer) : undefined
  if (said !== undefined) return { kind: 'broken', why: 'it is a string', name: said }
  const action = isObject(value) ? value.action : undefined
  const isAlone = isStart && source.space(end) >= source.text.length
  if (typeof action === 'string' && isAlone) return { kind: 'broken', why: notAnAction(action) }
  if (unclosed && isStart) return { kind: 'broken', why: NOT_JSON }
  return { kind: 'prose', end: Math.max(end, at + 1) }
}

/** `{"tool_code": "read_file(path='a')"}`: the tool whose call is the only value. */
function calledIn(value: unknown, offer: Offer): string | undefined {
  const [only, ...others] = isObject(value) || Array.isArray(value) ? Object.values(value) : []
  if (typeof only !== 'string' || others.length > 0) return undefined
  const name = /^\s*([A-Za-z_]\w{0,60})\s*\(.*\)\s*$/s.exec(only)?.[1]
  return name !== undefined && offer.knows(name) ? name : undefined
}

function notAnAction(action: string): string {
  return `"${action.slice(0, 60)}" is not an action. The actions are ${ACTION_NAMES.join(', ')}`
}

/** The first known tool name in an unreadable object. */
function nameIn(text: string, offer: Offer): string | undefined {
  const names = [...text.matchAll(NAMED)].map((match) => match[1] ?? '')
  return names.find((name) => offer.knows(name) || ACTION_NAMES.includes(name))
}

import { isObject, parseJson } from '../json/parse_json.js'
import { balancedEnd } from '../text/balanced_end.js'
import type { Source } from '../text/source.js'
import type { Offer } from './calls/offered_tools.js'
import { ACTION_NAMES } from './calls/one_line_actions.js'
import { ARGUMENT_KEYS, NAME_KEYS, shapeOf } from './calls/read_call_object.js'
import { broken, type Found } from './syntax/dialect.js'
import { jsonAt, NOT_JSON } from './syntax/read_json_calls.js'

const NAMES = [...NAME_KEYS, 'action', 'function', 'tool_call', 'tool_calls', 'tool_uses']
/** An object that may be a call: one of its first words says so, quoted or at the start of the text. */
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
/** How far into an object its name is looked for when the object cannot be read. */
const NAME_REACH = 400

export type Bare = Extract<Found, { kind: 'calls' | 'broken' }> | { kind: 'prose'; end: number }

/**
 * Reads the object that begins at `at`, where no mark says that it is a call.
 * @param isStart  nothing stands before it: then all of the text was meant as JSON
 */
export function readBareObject(source: Source, at: number, offer: Offer, isStart: boolean): Bare {
  const { text } = source
  if (!source.afford(0)) return { kind: 'broken', why: 'there is too much of it to be read' }
  const span = balancedEnd(text, at)
  source.afford(span === -1 ? text.length - at : span - at)
  const prose: Bare = { kind: 'prose', end: span === -1 ? at + 1 : span }
  const mayName = source.match(OPENS, at) !== null || (isStart && source.match(BARE_HEAD, at))
  if (!mayName) return prose
  const strict = span === -1 ? undefined : parseJson(text.slice(at, span))
  if (isObject(strict)) return shaped(source, strict, at, span, false, offer, isStart)
  const isMeant = source.match(QUOTED_HEAD, at) ?? (isStart ? source.match(OPENS, at) : null)
  const isBare = isStart && source.match(BARE_HEAD, at) !== null
  if (isMeant === null && !isBare) return prose
  const read = jsonAt(source, at)
  if (read.kind === 'value') {
    const end = read.end + (source.match(/(?:\s*[}\]])*/y, read.end)?.[0].length ?? 0)
    return shaped(source, read.value, at, end, read.unclosed, offer, isStart)
  }
  const name = nameIn(text.slice(at, at + NAME_REACH), offer)
  if (name !== undefined) return broken(NOT_JSON, name) as Bare
  const holdsAll = span === -1 || text.slice(span).trim() === ''
  return isStart && holdsAll && !isBare ? (broken(NOT_JSON) as Bare) : prose
}

function shaped(
  source: Source,
  value: unknown,
  at: number,
  end: number,
  unclosed: boolean,
  offer: Offer,
  isStart: boolean,
): Bare {
  const found = shapeOf(value)
  if (found.kind === 'calls') {
    const calls = found.calls.map((call) => (unclosed ? { ...call, unclosed } : call))
    return { kind: 'calls', calls, end }
  }
  if (found.kind === 'broken' && offer.knows(found.name))
    return { kind: 'broken', why: found.why, name: found.name }
  const action = isObject(value) ? value.action : undefined
  const isAlone = isStart && source.space(end) >= source.text.length
  if (typeof action === 'string' && isAlone) return { kind: 'broken', why: notAnAction(action) }
  if (unclosed && isStart) return { kind: 'broken', why: NOT_JSON }
  return { kind: 'prose', end: Math.max(end, at + 1) }
}

function notAnAction(action: string): string {
  return `"${action.slice(0, 60)}" is not an action; there are ${ACTION_NAMES.join(', ')}`
}

/** The first tool that an unreadable object names. */
function nameIn(text: string, offer: Offer): string | undefined {
  const names = [...text.matchAll(NAMED)].map((match) => match[1] ?? '')
  return names.find((name) => offer.knows(name) || ACTION_NAMES.includes(name))
}

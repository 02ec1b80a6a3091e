import { ACTION_NAMES } from './actions.js'
import { balancedObjects, type Span } from './balanced.js'
import { asObject, isObject, parseJson } from './json.js'

export interface TextCall {
  name: string
  arguments: Record<string, unknown>
}

/** What the text of a reply without native calls turned out to hold. */
export type TextCalls =
  | { kind: 'none' }
  | { kind: 'calls'; calls: TextCall[]; rest: string }
  /** Meant as a call, but not one that can be run. `from` begins at the fault. */
  | { kind: 'broken'; why: string; from: string }

const ARGUMENT_KEYS = ['arguments', 'args', 'parameters', 'input'] as const
const TAG = { open: '<tool_call>', close: '</tool_call>' }
const NOT_JSON = 'it is not one complete JSON object'

/** How a JSON call begins; whatever begins so and is no JSON was meant as a call. */
const ACTION_START = new RegExp(
  `\\{\\s*["']?action["']?\\s*:\\s*["']?(?:${ACTION_NAMES.join('|')})\\b`,
  'g',
)
const ACTION_KEY = new RegExp(`"action"\\s*:\\s*"(?:${ACTION_NAMES.join('|')})"`, 'g')
const TOOL_START = new RegExp(
  `\\{\\s*"(?:name|tool)"\\s*:\\s*"([^"\\n]{1,100})"\\s*,\\s*"(?:${ARGUMENT_KEYS.join('|')})"`,
  'g',
)

/**
 * Finds calls written as text: `<tool_call>` tags (all of them), else the last balanced JSON object.
 * Unknown tool names stay prose (features.md rows 33, 39). Linear in the length of the text.
 */
export function findTextCalls(text: string, tools: ReadonlySet<string>): TextCalls {
  const tagged = taggedCalls(text, tools)
  return tagged.kind === 'none' ? bareCall(text, tools) : tagged
}

function taggedCalls(text: string, tools: ReadonlySet<string>): TextCalls {
  const calls: TextCall[] = []
  const rest: string[] = []
  let kept = 0
  for (let open = nextTag(text, 0); open !== -1; open = nextTag(text, kept)) {
    const bodyStart = open + TAG.open.length
    const close = text.indexOf(TAG.close, bodyStart)
    const bodyEnd = close === -1 ? text.length : close
    const value = parseJson(text.slice(bodyStart, bodyEnd))
    const read = readCall(value, tools)
    if (!isObject(value)) return { kind: 'broken', why: NOT_JSON, from: text.slice(open) }
    if (read.kind === 'broken') return { kind: 'broken', why: read.why, from: text.slice(open) }
    const after = close === -1 ? text.length : close + TAG.close.length
    rest.push(text.slice(kept, read.kind === 'call' ? open : after))
    if (read.kind === 'call') calls.push(read.call)
    kept = after
  }
  if (calls.length === 0) return { kind: 'none' }
  return { kind: 'calls', calls, rest: [...rest, text.slice(kept)].join('').trim() }
}

/** Where the next tag stands; one behind a backtick is talked about, not used. */
function nextTag(text: string, from: number): number {
  let at = text.indexOf(TAG.open, from)
  while (at > 0 && text[at - 1] === '`') at = text.indexOf(TAG.open, at + 1)
  return at
}

function bareCall(text: string, tools: ReadonlySet<string>): TextCalls {
  const spans = balancedObjects(text)
  const last = spans.findLast((span) => valueAt(text, span) !== undefined)
  const start = lastCallStart(text, spans, tools)
  // A call that is broken off after the last whole object is the one that was meant.
  if (start !== -1 && start >= (last?.end ?? 0)) return brokenAt(text, spans, start)
  if (last !== undefined) {
    const found = readBare(text, last, tools)
    if (found.kind !== 'none') return found
  }
  const around = spans.find((span) => span.start <= start && start < span.end)
  const isExample = around !== undefined && valueAt(text, around) !== undefined
  return start === -1 || isExample ? { kind: 'none' } : brokenAt(text, spans, start)
}

function readBare(text: string, span: Span, tools: ReadonlySet<string>): TextCalls {
  const value = valueAt(text, span)
  const read = readCall(value, tools)
  const from = text.slice(span.start)
  const rest = restOf(text, span)
  if (read.kind === 'call') return { kind: 'calls', calls: [read.call], rest }
  if (read.kind === 'broken') return { kind: 'broken', why: read.why, from }
  if (rest !== '' || typeof value?.action !== 'string') return { kind: 'none' }
  const why = `"${value.action.slice(0, 60)}" is not an action; there are ${ACTION_NAMES.join(', ')}`
  return { kind: 'broken', why, from }
}

function valueAt(text: string, span: Span): Record<string, unknown> | undefined {
  const value = parseJson(text.slice(span.start, span.end))
  return isObject(value) ? value : undefined
}

function brokenAt(text: string, spans: Span[], at: number): TextCalls {
  const around = spans.find((span) => span.start <= at && at < span.end)
  return { kind: 'broken', why: NOT_JSON, from: text.slice(around?.start ?? at) }
}

/** The last place where a call begins, by its first words or because all of the text is JSON; or -1. */
function lastCallStart(text: string, spans: Span[], tools: ReadonlySet<string>): number {
  const starts = [ACTION_START, ACTION_KEY].flatMap((each) => [...text.matchAll(each)])
  const named = [...text.matchAll(TOOL_START)].filter((match) => tools.has(match[1] ?? ''))
  const bare = text.replace(/^\s*(?:```\w*\s)?\s*/, '')
  const offset = text.length - bare.length
  const wholly = looksWhollyJson(text, offset, spans) ? offset : -1
  return [...starts, ...named].reduce((latest, match) => Math.max(latest, match.index), wholly)
}

/** The text opens an object and either never closes it, or holds nothing else. */
function looksWhollyJson(text: string, offset: number, spans: Span[]): boolean {
  if (!/^\{\s*"/.test(text.slice(offset))) return false
  const whole = spans.find((span) => span.start === offset)
  return whole === undefined || restOf(text, whole) === ''
}

type Read = { kind: 'call'; call: TextCall } | { kind: 'broken'; why: string } | { kind: 'other' }

/** Reads `{"action": …}` or `{"name"|"tool": known, "arguments"|…: {…}}`. */
function readCall(value: unknown, tools: ReadonlySet<string>): Read {
  if (!isObject(value)) return { kind: 'other' }
  const { action, ...fields } = value
  if (typeof action === 'string' && ACTION_NAMES.includes(action))
    return { kind: 'call', call: { name: action, arguments: fields } }
  const name = typeof value.name === 'string' ? value.name : value.tool
  const key = ARGUMENT_KEYS.find((each) => Object.hasOwn(value, each))
  if (typeof name !== 'string' || !tools.has(name) || key === undefined) return { kind: 'other' }
  const given = asObject(value[key])
  if (given === undefined) return { kind: 'broken', why: `"${key}" of ${name} is not an object` }
  return { kind: 'call', call: { name, arguments: given } }
}

/** The text without the object and the fence around it. */
function restOf(text: string, span: Span): string {
  const before = text.slice(0, span.start).replace(/```\w*\s*$/, '')
  const after = text.slice(span.end).replace(/^\s*```/, '')
  return `${before}${after}`.trim()
}

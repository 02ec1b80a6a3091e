import { isObject } from '../../json/parse_json.js'
import { readLoose } from '../../json/read_loose_json.js'
import { ACTION_NAMES } from './one_line_actions.js'
import type { WrittenCall } from './written_call.js'

/** Keys that models use for the name and the arguments of a call. */
export const NAME_KEYS = ['name', 'tool', 'tool_name', 'function_name', 'recipient_name'] as const
export const ARGUMENT_KEYS = [
  'arguments',
  'args',
  'parameters',
  'params',
  'input',
  'kwargs',
  'tool_input',
  'action_input',
] as const
const LISTS = ['tool_calls', 'tool_uses', 'calls', 'function_calls'] as const
const WRAPPERS = ['function', 'tool_call', 'function_call'] as const

export type Shaped =
  | { kind: 'calls'; calls: WrittenCall[] }
  | { kind: 'broken'; why: string; name: string }
  | { kind: 'other' }

/** Keys beside a name that are not arguments. */
const BESIDE = new Set(['id', 'type', 'tool_call_id'])
const OTHER: Shaped = { kind: 'other' }

/**
 * Reads a JSON value as one call or a list of calls. Lists and wrappers may be nested a few levels deep.
 * @param marked  a mark identifies it as a call: the arguments may then be absent, or be beside the name
 */
export function shapeOf(value: unknown, marked = false, depth = 0): Shaped {
  if (Array.isArray(value)) return depth > 2 ? OTHER : shapeOfList(value, marked, depth)
  if (!isObject(value) || depth > 4) return OTHER
  const { action, ...fields } = value
  if (typeof action === 'string' && ACTION_NAMES.includes(action) && !('action_input' in fields))
    return { kind: 'calls', calls: [{ name: action, arguments: fields, action: true }] }
  for (const key of LISTS)
    if (Array.isArray(value[key])) return shapeOf(value[key], marked, depth + 1)
  for (const key of WRAPPERS)
    if (isObject(value[key])) return shapeOf(value[key], marked, depth + 1)

  const lower = marked ? withLowerKeys(value) : null
  if (lower !== null) return shapeOf(lower, marked, depth + 1)
  const names = [...NAME_KEYS, 'function', 'action'].map((key) => value[key])
  const name = names.find((each) => typeof each === 'string')
  const key = ARGUMENT_KEYS.find((each) => Object.hasOwn(value, each))
  if (marked && key === undefined) return shapeOfFlat(value, name)
  if (typeof name !== 'string' || name === '' || key === undefined) return OTHER
  const conflict = twoReadings(value)
  if (conflict !== null) return { kind: 'broken', why: conflict, name }
  const given = readArguments(value[key])
  if (given === undefined)
    return { kind: 'broken', why: `"${key}" of ${name.slice(0, 60)} is not an object`, name }
  return { kind: 'calls', calls: [{ name, arguments: given }] }
}

/** `{"Name": …, "Arguments": …}`; null where no key of a call is written so. */
function withLowerKeys(value: Record<string, unknown>): Record<string, unknown> | null {
  const keys = Object.keys(value)
  const own: readonly string[] = [...NAME_KEYS, ...ARGUMENT_KEYS]
  const isOther = (key: string) => !own.includes(key) && own.includes(key.toLowerCase())
  const lower = keys.map((key) => (isOther(key) ? key.toLowerCase() : key))
  if (!keys.some(isOther) || new Set(lower).size < keys.length) return null
  return Object.fromEntries(Object.values(value).map((each, at) => [lower[at] ?? '', each]))
}

/** Two names or two sets of arguments that differ; null when there is one of each. */
function twoReadings(value: Record<string, unknown>): string | null {
  const said = (keys: readonly string[], isMeant: (each: unknown) => boolean) =>
    keys.filter((key) => Object.hasOwn(value, key) && isMeant(value[key]))
  const differ = (keys: readonly string[]) =>
    new Set(keys.map((key) => JSON.stringify(value[key]))).size > 1
  const names = said(NAME_KEYS, (each) => typeof each === 'string' && each !== '')
  if (differ(names)) return `${names.join(' and ')} differ`
  const given = said(ARGUMENT_KEYS, (each) => isObject(each) && Object.keys(each).length > 0)
  return differ(given) ? `${given.join(' and ')} differ` : null
}

/** `{"name": "f", "path": "a"}`, or `{"f": {"path": "a"}}`. */
function shapeOfFlat(value: Record<string, unknown>, name: unknown): Shaped {
  const entries = Object.entries(value)
  if (typeof name === 'string' && name !== '') {
    const fields = entries.filter(([key, each]) => each !== name && !BESIDE.has(key))
    return { kind: 'calls', calls: [{ name, arguments: Object.fromEntries(fields) }] }
  }
  const [only, more] = entries
  if (only === undefined || more !== undefined || !isObject(only[1])) return OTHER
  return { kind: 'calls', calls: [{ name: only[0], arguments: only[1] }] }
}

function shapeOfList(values: unknown[], marked: boolean, depth: number): Shaped {
  const calls: WrittenCall[] = []
  for (const each of values) {
    const shaped = shapeOf(each, marked, depth + 1)
    if (shaped.kind !== 'calls') return shaped
    calls.push(...shaped.calls)
  }
  return calls.length === 0 ? OTHER : { kind: 'calls', calls }
}

/** An object, or one that is encoded as a JSON string (also twice); undefined for anything else. */
export function readArguments(value: unknown): Record<string, unknown> | undefined {
  let found: unknown = value ?? {}
  for (let unwrap = 0; unwrap < 2 && typeof found === 'string'; unwrap += 1) {
    const text = found.trim()
    if (text === '') return {}
    const read = readLoose(text, 0)
    const whole = read.kind === 'value' && !read.unclosed && /^[\s}\]]*$/.test(text.slice(read.end))
    if (!whole) return undefined
    found = read.value
  }
  // A list of one object.
  const [only, more] = Array.isArray(found) ? found : []
  if (isObject(only) && more === undefined) return only
  return isObject(found) ? found : undefined
}

/** Arguments that only lack closing brackets; undefined when they are complete or lack more. */
export function readUnclosed(text: string): Record<string, unknown> | undefined {
  const read = readLoose(text.trim(), 0)
  return read.kind === 'value' && read.unclosed && isObject(read.value) ? read.value : undefined
}

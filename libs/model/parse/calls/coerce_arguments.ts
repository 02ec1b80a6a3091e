import { matchArguments, type TextArguments } from '#core'
import { isObject, parseJson } from '../../json/parse_json.js'
import { readLoose } from '../../json/read_loose_json.js'
import { type OfferedTool, propertiesOf } from './offered_tools.js'
import { USUAL_TEXTS } from './unsafe_values.js'
import type { WrittenCall } from './written_call.js'

const WHOLE_NUMBER = /^\s*-?\d{1,15}(?:\.0{1,9})?\s*$/
const NUMBER = /^\s*-?\d{1,15}(?:\.\d{1,15})?(?:[eE][+-]?\d{1,3})?\s*$/
const BOOLEANS = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
])
/** The result for a value that cannot be coerced without loss. */
const LOSSY = Symbol('lossy')

/**
 * Converts a call's arguments to the tool's schema where nothing is lost (docs/design/replies.md#arguments): other
 * spellings and aliases of keys, "3" for an integer, one string for a list. Unknown keys are kept; the result
 * of the call names them.
 * @returns the arguments, or a message that names the one that cannot be converted
 */
export function coerceArguments(
  call: WrittenCall,
  tool: OfferedTool,
): { ok: true; arguments: Record<string, unknown> } | { ok: false; why: string } {
  const { name: toolName, parameters: schema, aliases, texts = USUAL_TEXTS } = tool
  const matched = matchArguments(call.arguments, { name: toolName, schema, aliases })
  if (!matched.ok) return matched
  const properties = propertiesOf(tool)
  const coerced = new Map<string, unknown>()
  for (const [name, value] of Object.entries(matched.arguments)) {
    const made = coerce(value, properties[name], {
      name,
      texts,
      plain: call.plain === true,
    })
    if (made === LOSSY)
      return { ok: false, why: `${name} must be ${typesOf(properties[name]).join(' or ')}` }
    coerced.set(name, made)
  }
  return { ok: true, arguments: Object.fromEntries(coerced) }
}

/**
 * The required arguments that a call lacks, or gives without a value.
 * @param plain  values are the text between tags: an empty one is a key without a value, unless it is a text of a file
 */
export function missingIn(
  given: Record<string, unknown>,
  tool: OfferedTool,
  plain = false,
): string[] {
  const required: unknown = isObject(tool.parameters) ? tool.parameters.required : undefined
  const keys: unknown[] = Array.isArray(required) ? required : []
  const names = keys.filter((key) => typeof key === 'string')
  const { fileTexts } = tool.texts ?? USUAL_TEXTS
  const isEmpty = (key: string) => plain && given[key] === '' && !fileTexts.includes(key)
  return names.filter((key) => !Object.hasOwn(given, key) || given[key] == null || isEmpty(key))
}

/** An argument, and what the text arguments of its tool hold. */
interface Argument {
  name: string
  texts: TextArguments
}

function coerce(
  value: unknown,
  schema: unknown,
  { plain, ...at }: Argument & { plain: boolean },
): unknown {
  const types = typesOf(schema)
  if (types.length === 0) return value
  if (plain && typeof value === 'string') return coerceText(value, schema, at)
  if (value === null || types.some((type) => isOf(value, type))) return value
  for (const type of types) {
    const made = COERCE[type]?.(value, schema, at)
    if (made !== undefined) return made
  }
  return LOSSY
}

/** Converts a text between tags: a string is kept; another type of the schema is parsed from it. */
function coerceText(text: string, schema: unknown, at: Argument): unknown {
  const types = typesOf(schema)
  if (types.includes('string')) return text
  for (const type of types) {
    const made = COERCE[type]?.(text.trim(), schema, at)
    if (made !== undefined) return made
  }
  return types.includes('null') && /^\s*(?:null|none)\s*$/i.test(text) ? null : LOSSY
}

const COERCE: Record<string, (value: unknown, schema: unknown, at: Argument) => unknown> = {
  string(value, _, { name, texts }) {
    if (typeof value === 'boolean' && texts.places.includes(name)) return undefined
    if (typeof value === 'number' || typeof value === 'boolean') return String(value)
    const isText = texts.wholeTexts.includes(name) && typeof value === 'object'
    return isText ? JSON.stringify(value, null, 2) : undefined
  },
  integer: (value) =>
    typeof value === 'string' && WHOLE_NUMBER.test(value) ? Number(value) : undefined,
  number: (value) => (typeof value === 'string' && NUMBER.test(value) ? Number(value) : undefined),
  boolean: (value) => BOOLEANS.get(String(value).trim().toLowerCase()),
  array(value, schema) {
    if (typeof value !== 'string') return isObject(value) ? [value] : [value]
    const read = parseLoosely(value)
    if (Array.isArray(read)) return read
    return wantsObjects(schema) ? (isObject(read) ? [read] : undefined) : [value]
  },
  object(value) {
    const read = typeof value === 'string' ? parseLoosely(value) : undefined
    return isObject(read) ? read : undefined
  },
}

function wantsObjects(schema: unknown): boolean {
  return isObject(schema) && typesOf(schema.items).includes('object')
}

/** Parses valid or repairable JSON; undefined when text remains after the value. */
function parseLoosely(text: string): unknown {
  const whole = text.trim()
  if (!/^[[{]/.test(whole)) return undefined
  const strict = parseJson(whole)
  if (strict !== undefined) return strict
  const read = readLoose(whole, 0)
  return read.kind === 'value' && !read.unclosed && read.end === whole.length
    ? read.value
    : undefined
}

function isOf(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isSafeInteger(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  if (type === 'null') return value === null
  return typeof value === type
}

function typesOf(schema: unknown): string[] {
  if (!isObject(schema)) return []
  const choices = [schema.anyOf, schema.oneOf].flatMap((each) => (Array.isArray(each) ? each : []))
  if (choices.length > 0) return choices.flatMap(typesOf)
  const type = schema.type
  return (Array.isArray(type) ? type : [type]).filter((each) => typeof each === 'string')
}

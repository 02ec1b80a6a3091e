import type { z } from 'zod'
import { plainName } from './names.js'
import type { JsonSchema } from './schema.js'

/**
 * Coerces the arguments of a model to the schema where nothing is lost (docs/design/replies.md#arguments): "3" for an integer,
 * one string for a list, an object for a text. Other values stay, and the schema refuses them.
 * @returns the input with known keys only, and the names of the others
 */
export function coerceArguments(
  given: unknown,
  schema: JsonSchema,
): { input: Record<string, unknown>; unknown: string[] } {
  const properties = schema.properties ?? {}
  const input: Record<string, unknown> = {}
  const unknown: string[] = []
  for (const [key, value] of Object.entries(isRecord(given) ? given : {})) {
    const name = findKey(key, properties)
    const inner = name === undefined ? undefined : properties[name]
    if (name === undefined || inner === undefined) unknown.push(key)
    // Models send null for a missing argument. An exact key wins over its variants.
    else if (value !== null && (name === key || !(name in input)))
      input[name] = coerce(value, inner)
  }
  return { input, unknown }
}

function findKey(key: string, properties: Record<string, JsonSchema>): string | undefined {
  if (Object.hasOwn(properties, key)) return key
  return Object.keys(properties).find((name) => plainName(name) === plainName(key))
}

function coerce(value: unknown, schema: JsonSchema): unknown {
  switch (schema.type) {
    case 'string':
      return toText(value, schema)
    case 'integer':
    case 'number':
      return toNumber(value)
    case 'boolean':
      return toBoolean(value)
    case 'array':
      return toList(value).map((item) => (schema.items ? coerce(item, schema.items) : item))
    case 'object':
      return toObject(value, schema)
    default:
      return value
  }
}

function toText(value: unknown, schema: JsonSchema): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  // Models often send the content of a JSON file as an object.
  const isJson = schema.jsonText === true && typeof value === 'object' && value !== null
  return isJson ? JSON.stringify(value, null, 2) : value
}

function toNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\s*-?\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : value
}

const BOOLEANS: Record<string, boolean> = {
  true: true,
  yes: true,
  '1': true,
  false: false,
  no: false,
  '0': false,
}

function toBoolean(value: unknown): unknown {
  if (typeof value === 'boolean') return value
  return BOOLEANS[String(value).trim().toLowerCase()] ?? value
}

function toList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  if (typeof value !== 'string') return [value]
  const parsed = parseJson(value)
  return Array.isArray(parsed) ? parsed : [isRecord(parsed) ? parsed : value]
}

function toObject(value: unknown, schema: JsonSchema): unknown {
  const record = typeof value === 'string' ? parseJson(value) : value
  return isRecord(record) ? coerceArguments(record, schema).input : value
}

function parseJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether the invalid argument is there: its value is wrong. */
export function isPresent(issue: z.core.$ZodIssue, input: Record<string, unknown>): boolean {
  return issue.path.reduce<unknown>(stepInto, input) !== undefined
}

/** Describes one invalid argument: `start_line must be an integer, not "abc"`. */
export function explainIssue(
  issue: z.core.$ZodIssue,
  input: Record<string, unknown>,
  schema: JsonSchema,
): string {
  const at = issue.path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '')
  const value = issue.path.reduce<unknown>(stepInto, input)
  if (value === undefined) return `${at || 'input'} is missing`
  const expected = issue.path.reduce<JsonSchema | undefined>(stepIntoSchema, schema)
  if (issue.code === 'invalid_type' && expected)
    return `${at} must be ${article(typeName(expected))}, not ${excerpt(value)}`
  return `${at}: ${issue.message}`
}

function stepInto(value: unknown, part: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined
}

function stepIntoSchema(schema: JsonSchema | undefined, part: PropertyKey): JsonSchema | undefined {
  return typeof part === 'number' ? schema?.items : schema?.properties?.[String(part)]
}

function article(name: string): string {
  return /^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`
}

function excerpt(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`
}

/** The arguments of a tool for a refusal: `{path: string, start_line?: integer}`. */
export function describeArguments(schema: JsonSchema): string {
  const required = new Set(schema.required ?? [])
  const offered = Object.entries(schema.properties ?? {}).filter(([, inner]) => !inner.hidden)
  const parts = offered.map(
    ([name, inner]) => `${name}${required.has(name) ? '' : '?'}: ${typeName(inner)}`,
  )
  return `{${parts.join(', ')}}`
}

function typeName(schema: JsonSchema): string {
  if (schema.type === 'array') return `list of ${schema.items ? typeName(schema.items) : 'values'}`
  if (schema.type === 'object') return describeArguments(schema)
  return schema.type ?? 'value'
}

import { z } from 'zod'
import type { Json, TextArguments } from '#core'

/** The part of JSON Schema that tool inputs use. */
export interface JsonSchema {
  type?: string
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  enum?: Json[]
  /** Internal mark of a text argument: an object or list is converted to its JSON text. Never sent. */
  jsonText?: boolean
  /** Internal mark of a text of a file: it may be empty, and it may hold a NUL. Never sent. */
  fileText?: boolean
  /** Internal mark of a path, an address or an id: no boolean spells one. Never sent. */
  place?: boolean
  /** Internal mark of an argument that is accepted but not listed. Never sent. */
  hidden?: boolean
  /** Internal mark of an argument that is accepted but not listed in the smallest windows. Never sent. */
  spare?: boolean
}

/** Keywords that do not help a model: together a fifth of the bytes of all schemas. */
const NOISE = new Set([
  '$schema',
  'additionalProperties',
  'default',
  'jsonText',
  'fileText',
  'place',
  'spare',
  'minLength',
  'minItems',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
])

/** The JSON Schema of an input. */
export function schemaOf(input: z.ZodObject): JsonSchema {
  return z.toJSONSchema(input, { io: 'input' }) as JsonSchema
}

/** What the text arguments of a tool hold, as its input marks them. */
export function textArguments(schema: JsonSchema): TextArguments {
  const all = argumentsIn(schema)
  const marked = (mark: 'fileText' | 'jsonText' | 'place') => [
    ...new Set(all.filter(([, inner]) => inner[mark] === true).map(([name]) => name)),
  ]
  return {
    fileTexts: marked('fileText'),
    wholeTexts: marked('jsonText'),
    places: marked('place'),
  }
}

/** All arguments with their schemas, also those of objects and of the items of lists. */
function argumentsIn({ properties = {}, items }: JsonSchema): [string, JsonSchema][] {
  const own = Object.entries(properties)
  const inner = items === undefined ? [] : argumentsIn(items)
  return [...own, ...own.flatMap(([, schema]) => argumentsIn(schema)), ...inner]
}

/**
 * A schema without the keywords that a model does not need. Error messages report bounds when they matter.
 * @param least  for a smallest window: also without the arguments that are marked as spare
 */
export function slimSchema(schema: JsonSchema, least = false): Json {
  const kept = Object.entries(schema).filter(([key]) => !NOISE.has(key))
  return Object.fromEntries(kept.map(([key, value]) => [key, slimValue(key, value, least)]))
}

function slimValue(key: string, value: unknown, least: boolean): Json {
  if (key === 'items') return slimSchema(value as JsonSchema, least)
  if (key !== 'properties') return value as Json
  const properties = Object.entries(value as Record<string, JsonSchema>).filter(
    ([, inner]) => !inner.hidden && !(least && inner.spare),
  )
  return Object.fromEntries(properties.map(([name, inner]) => [name, slimSchema(inner, least)]))
}

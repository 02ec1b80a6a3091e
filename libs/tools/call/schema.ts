import { z } from 'zod'
import type { Json } from '#core'

/** The part of JSON Schema that tool inputs use. */
export interface JsonSchema {
  type?: string
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  enum?: Json[]
  /** Our own mark on a text: an object or list sent instead becomes its JSON. Never sent. */
  jsonText?: boolean
  /** Our own mark on an argument that is understood and not offered. Never sent. */
  hidden?: boolean
}

/** Said by every schema and of no use to a model: together a fifth of the bytes. */
const NOISE = new Set([
  '$schema',
  'additionalProperties',
  'default',
  'jsonText',
  'minLength',
  'minItems',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
])

/** The schema of an input as zod tells it. */
export function schemaOf(input: z.ZodObject): JsonSchema {
  return z.toJSONSchema(input, { io: 'input' }) as JsonSchema
}

/** A schema stripped to what a model needs; bounds are told by messages when they matter. */
export function slimSchema(schema: JsonSchema): Json {
  const kept = Object.entries(schema).filter(([key]) => !NOISE.has(key))
  return Object.fromEntries(kept.map(([key, value]) => [key, slimValue(key, value)]))
}

function slimValue(key: string, value: unknown): Json {
  if (key === 'items') return slimSchema(value as JsonSchema)
  if (key !== 'properties') return value as Json
  const properties = Object.entries(value as Record<string, JsonSchema>).filter(
    ([, inner]) => !inner.hidden,
  )
  return Object.fromEntries(properties.map(([name, inner]) => [name, slimSchema(inner)]))
}

import { z } from 'zod'
import { SchemaError } from './schema_error.js'

type Node = boolean | { [keyword: string]: unknown }

/** Notes for people. */
const NOTES = [
  '$schema $id $comment title description default examples deprecated readOnly writeOnly',
].flatMap((line) => line.split(' '))

const count = z.number().int().min(0)
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** The keywords that are checked, each with the type that it is about and what its own value must be. */
const KEYWORDS: Record<string, { of?: string; value: z.ZodType }> = {
  type: { value: z.union([z.string(), z.array(z.string()).min(1)]) },
  enum: { value: z.array(scalar).min(1) },
  const: { value: scalar },
  $ref: { value: z.string().regex(/^#(\/\$defs\/[^/]+)?$/, 'only # and #/$defs/NAME are read') },
  $defs: { value: z.record(z.string(), z.unknown()) },
  anyOf: { value: z.array(z.unknown()).min(1) },
  oneOf: { value: z.array(z.unknown()).min(1) },
  allOf: { value: z.array(z.unknown()).min(1) },
  properties: { of: 'object', value: z.record(z.string(), z.unknown()) },
  required: { of: 'object', value: z.array(z.string()) },
  additionalProperties: { of: 'object', value: z.unknown() },
  minProperties: { of: 'object', value: count },
  maxProperties: { of: 'object', value: count },
  items: { of: 'array', value: z.unknown() },
  minItems: { of: 'array', value: count },
  maxItems: { of: 'array', value: count },
  uniqueItems: { of: 'array', value: z.boolean() },
  minLength: { of: 'string', value: count },
  maxLength: { of: 'string', value: count },
  pattern: { of: 'string', value: z.string() },
  format: { of: 'string', value: z.string() },
  minimum: { of: 'number', value: z.number() },
  maximum: { of: 'number', value: z.number() },
  exclusiveMinimum: { of: 'number', value: z.number() },
  exclusiveMaximum: { of: 'number', value: z.number() },
  multipleOf: { of: 'number', value: z.number().gt(0) },
}

/** The keywords that these allow beside them. */
const ALONE: Record<string, readonly string[]> = {
  $ref: ['$ref', '$defs'],
  enum: ['enum', 'type', '$defs'],
  const: ['const', 'type', '$defs'],
}

const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']
/** Zod lets a key of any type be absent, so the type is written out. */
const ANY = { type: TYPES.filter((type) => type !== 'integer') }

/**
 * The same schema as zod reads it without leaving a keyword out. A keyword that would not be checked is refused: an answer
 * must not pass because nobody looked.
 * @throws SchemaError with the path of the keyword
 */
export function strictSchema(schema: unknown, path = '#'): Node {
  if (typeof schema === 'boolean') return schema
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
    throw new SchemaError(`${path} must be an object, true or false`)
  const node: Record<string, unknown> = { ...schema }
  for (const note of NOTES) delete node[note]
  if ('definitions' in node) throw new SchemaError(`${path}/definitions: it is named $defs`)
  const types = [node.type ?? []].flat()
  for (const [keyword, value] of Object.entries(node)) {
    const known = KEYWORDS[keyword]
    const at = `${path}/${keyword}`
    if (known === undefined)
      throw new SchemaError(`${at} is not checked; there are ${Object.keys(KEYWORDS).join(', ')}`)
    const read = known.value.safeParse(value)
    if (!read.success) throw new SchemaError(`${at}: ${read.error.issues[0]?.message}`)
    const needs = known.of
    if (needs !== undefined && !types.some((type) => type === needs || isInteger(type, needs)))
      throw new SchemaError(`${at} needs "type": "${needs}" beside it`)
  }
  const strange = types.find((type) => !TYPES.includes(type as string))
  if (strange !== undefined)
    throw new SchemaError(`${path}/type: there is no type ${JSON.stringify(strange)}`)
  refuseBeside(node, path)
  return withParts(node, path)
}

/** Zod reads a reference or a list of values, and nothing beside it. */
function refuseBeside(node: Record<string, unknown>, path: string): void {
  for (const [keyword, beside] of Object.entries(ALONE)) {
    const other = keyword in node && Object.keys(node).find((name) => !beside.includes(name))
    if (other) throw new SchemaError(`${path}/${other} is not checked beside ${keyword}`)
  }
}

function isInteger(type: unknown, needs: string): boolean {
  return needs === 'number' && type === 'integer'
}

function withParts(node: Record<string, unknown>, path: string): Node {
  const each = (keyword: string, parts: unknown) =>
    Object.entries(parts as Record<string, unknown>).map(([name, part]): [string, Node] => [
      name,
      strictSchema(part, `${path}/${keyword}/${name}`),
    ])
  for (const keyword of ['anyOf', 'oneOf', 'allOf'])
    if (keyword in node) node[keyword] = each(keyword, node[keyword]).map(([, part]) => part)
  for (const keyword of ['properties', '$defs'])
    if (keyword in node) node[keyword] = Object.fromEntries(each(keyword, node[keyword]))
  for (const keyword of ['items', 'additionalProperties'])
    if (keyword in node) node[keyword] = strictSchema(node[keyword], `${path}/${keyword}`)
  // Zod counts the items only where it knows them.
  if ([node.type].flat().includes('array')) node.items ??= {}
  const names = (node.required ?? []) as string[]
  if (names.length > 0) {
    const properties = (node.properties ?? {}) as Record<string, Node>
    const more = names
      .filter((name) => !isTyped(properties[name]))
      .map((name) => [name, { allOf: [properties[name] ?? ANY, ANY] }])
    node.properties = { ...properties, ...Object.fromEntries(more) }
  }
  return node
}

function isTyped(node: Node | undefined): boolean {
  return typeof node === 'object' && ['type', 'enum', 'const'].some((keyword) => keyword in node)
}

import { Refusal } from '../../refusals/refusal.js'

type Fields = Record<string, unknown>

const PARAM = 'response_format'
const TYPES = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'])
/**
 * An object is a schema if it has at least one of these keywords; without any, Ollama silently accepts every answer.
 */
const SHAPES = ['type', 'properties', 'items', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', '$ref']
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems']
const MAPS = ['properties', '$defs', 'definitions']
const SINGLE = ['items', 'additionalProperties', 'not']
const MAX_DEPTH = 64

/**
 * Checks a schema in the proxy: Ollama ignores an unknown type and a schema in the wrong place, and answers 500 to
 * one that is a string (docs/design/engines.md#ollama-schemas, schema).
 * @throws Refusal invalid_request with the path of the error
 */
export function checkSchema(schema: unknown): Fields {
  const root = check(schema, 'json_schema.schema', 0)
  const named = Object.keys(root).filter((name) => name !== '$defs' && name !== 'definitions')
  if (named.length > 0 && !SHAPES.some((name) => name in root))
    throw refuse(
      'json_schema.schema',
      `has no keyword that describes a value: it has ${named.join(', ')}`,
    )
  return root
}

function check(value: unknown, at: string, depth: number): Fields {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw refuse(at, 'must be an object')
  if (depth > MAX_DEPTH) throw refuse(at, 'is nested too deeply')
  const schema = value as Fields
  checkType(schema.type, `${at}.type`)
  for (const name of LISTS) if (schema[name] !== undefined) checkList(schema[name], `${at}.${name}`)
  for (const name of MAPS)
    if (schema[name] !== undefined) {
      const map = schema[name]
      if (map === null || typeof map !== 'object' || Array.isArray(map))
        throw refuse(`${at}.${name}`, 'must be an object')
      for (const [key, inner] of Object.entries(map)) sub(inner, `${at}.${name}.${key}`)
    }
  for (const name of SINGLE) if (schema[name] !== undefined) sub(schema[name], `${at}.${name}`)
  if (schema.enum !== undefined && !(Array.isArray(schema.enum) && schema.enum.length > 0))
    throw refuse(`${at}.enum`, 'must be a list with at least one value')
  const { required } = schema
  if (required !== undefined && !isTexts(required))
    throw refuse(`${at}.required`, 'must be a list of names')
  if (schema.$ref !== undefined && !String(schema.$ref).startsWith('#'))
    throw refuse(`${at}.$ref`, 'must refer to this schema')
  return schema

  function checkList(list: unknown, place: string): void {
    if (!Array.isArray(list) || list.length === 0)
      throw refuse(place, 'must be a list with at least one schema')
    for (const [index, inner] of list.entries()) sub(inner, `${place}.${index}`)
  }
  /** true and false are valid schemas below the top. */
  function sub(inner: unknown, place: string): void {
    if (typeof inner !== 'boolean') check(inner, place, depth + 1)
  }
}

function checkType(type: unknown, at: string): void {
  if (type === undefined) return
  for (const one of [type].flat())
    if (typeof one !== 'string' || !TYPES.has(one))
      throw refuse(at, `${JSON.stringify(one)} is not a JSON type`)
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function refuse(at: string, what: string): Refusal {
  const place = `${PARAM}.${at}`
  return new Refusal('invalid_request', `${place}: ${what}`, { param: place })
}

import { Refusal } from '../../refusals/refusal.js'

type Fields = Record<string, unknown>

/** Keywords that the grammar of node-llama-cpp enforces; all others only describe. */
const ENFORCED = new Set([
  ...['type', 'properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
  ...['items', 'prefixItems', 'minItems', 'maxItems', 'minLength', 'maxLength'],
  ...['enum', 'const', 'oneOf', 'anyOf', 'allOf', '$ref', '$defs', 'definitions', 'format'],
])
/** Keywords for people, without effect on a grammar. */
const REMARKS = new Set(['$schema', '$id', '$comment', 'title', 'description', 'default'])
const FORMATS = new Set(['date-time', 'time', 'date'])
const TYPES = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'])
const MAX_DEPTH = 32
/** Limit of properties, branches and literals together: 2,000 take 0.4 s to compile, ten times as many a minute. */
const MAX_PARTS = 2_000
const MAX_CHARS = 100_000
/** llama.cpp unrolls repetitions and accepts 2,000 at most, of all repeated elements together. */
const MAX_LENGTH = 1_000
const MAX_ITEMS = 400

/** Any JSON value, spelled out: the grammar has no keyword for "anything". */
const ANYTHING = {
  oneOf: [
    { type: ['string', 'number', 'boolean', 'null'] },
    { type: 'object', additionalProperties: true },
    { type: 'array' },
  ],
}
export const ANY_OBJECT = { type: 'object', additionalProperties: true }

/**
 * Converts a JSON schema into the form that createGrammarForJsonSchema understands: it supports `oneOf` only, `$defs`
 * only, one type for each object or array, and reads unknown keywords silently as null.
 * @returns the converted schema, and the keywords that it cannot enforce, each once
 * @throws Refusal invalid_request for a schema that cannot become a grammar
 */
export function grammarSchema(schema: Fields): { schema: object; unenforced: string[] } {
  const text = JSON.stringify(schema)
  if (text.length > MAX_CHARS) throw refuse(`is longer than ${MAX_CHARS} characters`)
  // A grammar is a C string: the text after NUL would be lost.
  if (text.includes('\\u0000')) throw refuse('has a NUL character')
  const unenforced = new Set<string>()
  const root = { ...fieldsOf(schema.definitions), ...fieldsOf(schema.$defs) }
  const translate = createTranslation(root, unenforced)
  const made = translate(schema, 0) as Fields
  const defs = Object.fromEntries(
    Object.entries(root).map(([name, inner]) => [name, translate(inner, 1)]),
  )
  for (const name of Object.keys(defs)) assertProgress(name, defs)
  const whole = Object.keys(defs).length === 0 ? made : { ...made, $defs: defs }
  return { schema: whole, unenforced: [...unenforced] }
}

function createTranslation(defs: Fields, unenforced: Set<string>) {
  let parts = 0
  function count(more: number): void {
    parts += more
    if (parts > MAX_PARTS) throw refuse(`has more than ${MAX_PARTS} parts`)
  }

  function translate(value: unknown, depth: number): object {
    count(1)
    if (depth > MAX_DEPTH) throw refuse('is nested too deeply')
    if (value === true) return ANYTHING
    const schema = fieldsOf(value)
    for (const name of Object.keys(schema))
      if (!ENFORCED.has(name) && !REMARKS.has(name)) unenforced.add(name)

    if (typeof schema.$ref === 'string') return { $ref: `#/$defs/${nameOf(schema.$ref, defs)}` }
    if (Array.isArray(schema.allOf)) {
      const members = schema.allOf.map(fieldsOf).map((member) => {
        const ref = typeof member.$ref === 'string' ? nameOf(member.$ref, defs) : null
        return ref === null ? member : fieldsOf(defs[ref])
      })
      return translate(merge(schema, members), depth + 1)
    }
    const branches = schema.oneOf ?? schema.anyOf
    if (Array.isArray(branches)) {
      if (Object.keys(schema).some((name) => name === 'properties' || name === 'items'))
        unenforced.add(schema.oneOf === undefined ? 'anyOf' : 'oneOf')
      else return { oneOf: branches.map((branch) => translate(branch, depth + 1)) }
    }
    const values = 'const' in schema ? [schema.const] : schema.enum
    if (Array.isArray(values)) {
      count(values.length)
      return literals(values)
    }
    return typed(schema, depth)
  }

  function typed(schema: Fields, depth: number): object {
    const types = typesOf(schema)
    if (types.length === 0) return ANYTHING
    const shaped = types.map((type) => {
      if (!TYPES.has(type)) throw refuse(`has the type ${JSON.stringify(type)}`)
      return shapes[type]?.(schema, depth) ?? { type }
    })
    return shaped.length === 1 && shaped[0] !== undefined ? shaped[0] : { oneOf: shaped }
  }

  /** Bounds that a grammar can count; a larger one is reported as not enforced. */
  function bounds(schema: Fields, most: number, low: string, high: string): Fields {
    const kept = [low, high].filter((name) => {
      const bound = schema[name]
      if (bound === undefined) return false
      const good = Number.isInteger(bound) && Number(bound) >= 0 && Number(bound) <= most
      if (!good) unenforced.add(name)
      return good
    })
    const found = Object.fromEntries(kept.map((name) => [name, Number(schema[name])]))
    if ((found[low] ?? 0) > (found[high] ?? most)) throw refuse(`has a ${low} above its ${high}`)
    return found
  }

  const shapes: Record<string, (schema: Fields, depth: number) => object> = {
    object(schema, depth) {
      const properties = Object.entries(fieldsOf(schema.properties))
      const rest = schema.additionalProperties
      return {
        type: 'object',
        properties: Object.fromEntries(
          properties.map(([name, inner]) => [name, translate(inner, depth + 1)]),
        ),
        // An absent value means "allowed" in a schema; a model that may add fields to the named ones may never end.
        additionalProperties:
          typeof rest === 'object' ? translate(rest, depth + 1) : (rest ?? properties.length === 0),
        ...bounds(schema, MAX_ITEMS, 'minProperties', 'maxProperties'),
      }
    },
    array(schema, depth) {
      const first = Array.isArray(schema.prefixItems) ? schema.prefixItems : null
      return {
        type: 'array',
        ...(first === null
          ? {}
          : { prefixItems: first.map((inner) => translate(inner, depth + 1)) }),
        ...(schema.items === undefined || schema.items === false
          ? {}
          : { items: translate(schema.items, depth + 1) }),
        ...bounds(schema, MAX_ITEMS, 'minItems', 'maxItems'),
      }
    },
    string(schema) {
      const { format } = schema
      if (typeof format === 'string' && FORMATS.has(format)) return { type: 'string', format }
      if (format !== undefined) unenforced.add('format')
      return { type: 'string', ...bounds(schema, MAX_LENGTH, 'minLength', 'maxLength') }
    },
  }
  return translate
}

function typesOf(schema: Fields): string[] {
  if (typeof schema.type === 'string') return [schema.type]
  if (Array.isArray(schema.type)) return schema.type.filter((type) => typeof type === 'string')
  if ('properties' in schema || 'additionalProperties' in schema) return ['object']
  if ('items' in schema || 'prefixItems' in schema) return ['array']
  return []
}

function literals(values: unknown[]): object {
  if (values.length === 0 || values.some((value) => value !== null && typeof value === 'object'))
    throw refuse('has a const or enum that is not a list of plain values')
  return { enum: values }
}

// Only members that do not contradict each other: later ones add fields to the earlier ones.
function merge(schema: Fields, members: Fields[]): Fields {
  const { allOf: _, ...sum } = schema
  const properties = [schema, ...members].flatMap((part) =>
    Object.entries(fieldsOf(part.properties)),
  )
  Object.assign(sum, ...members)
  return properties.length === 0 ? sum : { ...sum, properties: Object.fromEntries(properties) }
}

function nameOf(ref: string, defs: Fields): string {
  const name = /^#\/(?:\$defs|definitions)\/([^/]+)$/.exec(ref)?.[1]
  if (name === undefined || !(name in defs))
    throw refuse(`names ${JSON.stringify(ref)}, which it does not define`)
  return name
}

/** A definition that refers to itself before anything is written has no end. */
function assertProgress(start: string, defs: Record<string, object>): void {
  const seen = new Set<string>()
  const visit = (value: unknown): void => {
    const { $ref, oneOf } = fieldsOf(value)
    if (Array.isArray(oneOf)) oneOf.forEach(visit)
    const name = typeof $ref === 'string' ? $ref.slice('#/$defs/'.length) : null
    if (name === null || seen.has(name)) return
    if (name === start) throw refuse(`defines ${JSON.stringify(start)} by itself`)
    seen.add(name)
    visit(defs[name])
  }
  visit(defs[start])
}

function fieldsOf(value: unknown): Fields {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as Fields)
    : {}
}

function refuse(what: string): Refusal {
  return new Refusal('invalid_request', `response_format: the schema ${what}.`, {
    param: 'response_format',
  })
}

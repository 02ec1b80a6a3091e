import type { Json, ResponseFormat, ToolSchema } from '#core'
import { isObject } from '../json/parse_json.js'

/** Names the tool in an answer that is held to a schema, and words for the user. */
export const TOOL_KEY = 'tool'
export const SAY_KEY = 'say'

/**
 * The schema of an answer that calls one of these tools or says something: `{"tool": …}` with the
 * tool's arguments beside it, or `{"say": …}`. Flat, since engines hold to flat schemas best (86 %
 * against 28-41 % of nested ones: JSONSchemaBench, arXiv 2501.10868). Every key is required and an
 * optional argument may be null, since several engines know no key that may be left out.
 */
export function callFormat(tools: readonly ToolSchema[]): ResponseFormat {
  const calls = tools.flatMap(({ function: { name, parameters } }) => {
    const shape = strict(parameters)
    const own = isObject(shape) && isObject(shape.properties) ? shape.properties : {}
    // An argument of that name would hide which tool is meant.
    return TOOL_KEY in own ? [] : [closed({ [TOOL_KEY]: { type: 'string', enum: [name] }, ...own })]
  })
  const schema = { anyOf: [...calls, closed({ [SAY_KEY]: { type: 'string' } })] }
  return { type: 'json_schema', json_schema: { name: 'call', strict: true, schema } }
}

type Fields = { [key: string]: Json }

function closed(properties: Fields): Fields {
  const required = Object.keys(properties)
  return { type: 'object', properties, required, additionalProperties: false }
}

/** The same shape with every key required, and without words for people. */
function strict(schema: Json): Json {
  if (!isObject(schema)) return schema
  const { description: _, properties, required, items, ...rest } = schema as Fields
  const whole = items === undefined ? rest : { ...rest, items: strict(items) }
  if (!isObject(properties)) return whole
  const needed = Array.isArray(required) ? required : []
  const made = Object.entries(properties as Fields).map(([key, inner]): [string, Json] => {
    const shape = strict(inner)
    return [key, needed.includes(key) ? shape : { anyOf: [shape, { type: 'null' }] }]
  })
  return closed(Object.fromEntries(made))
}

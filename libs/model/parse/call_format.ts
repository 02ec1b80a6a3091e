import type { Json, ResponseFormat, ToolSchema } from '#core'
import { isObject } from '../json/parse_json.js'

/** Keys of an answer with a schema: the tool's name, and text for the user. */
export const TOOL_KEY = 'tool'
export const SAY_KEY = 'say'

/**
 * The `response_format` of an answer that calls one tool or writes text: `{"tool": …}` with the tool's
 * arguments beside it, or `{"say": …}`. It is flat, because engines support flat schemas best (86 %
 * against 28-41 % of nested ones: JSONSchemaBench, arXiv 2501.10868). Every key is required and an
 * optional argument may be null, because several engines do not support optional keys.
 */
export function callFormat(tools: readonly ToolSchema[]): ResponseFormat {
  const calls = tools.flatMap(({ function: { name, parameters } }) => {
    const shape = strict(parameters)
    const own = isObject(shape) && isObject(shape.properties) ? shape.properties : {}
    // An argument with this name would hide the tool's name.
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

/** The same schema with every key required and without descriptions. */
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

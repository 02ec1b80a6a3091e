import { matchArguments } from '#core'
import { isObject } from '../../json/parse_json.js'
import { type Offer, propertiesOf } from './offered_tools.js'
import { NAME_KEYS } from './read_call_object.js'
import type { WrittenCall } from './written_call.js'

/** A name as data may have it as well, so it does not say that a call is meant. */
const COMMON = 'name'

/**
 * `{"tool": "f", "path": "a"}` or `{"f": {"path": "a"}}` without a mark: a call where the name is that of a tool, and each other key
 * one of its arguments. Anything else is data.
 */
export function flatCall(value: unknown, offer: Offer): WrittenCall | null {
  if (!isObject(value)) return null
  const [first, ...others] = Object.entries(value)
  if (
    first !== undefined &&
    others.length === 0 &&
    isObject(first[1]) &&
    !Object.hasOwn(first[1], 'tool')
  )
    return flatCall({ tool: first[0], ...first[1] }, offer)
  const key = NAME_KEYS.find((each) => typeof value[each] === 'string')
  const name = key === undefined ? '' : String(value[key])
  const found = offer.knows(name) ? offer.find(name) : undefined
  if (key === undefined || found?.kind !== 'known') return null
  const { [key]: _, ...fields } = value
  const { name: tool, parameters: schema, aliases } = found.tool
  const matched = matchArguments(fields, { name: tool, schema, aliases })
  if (!matched.ok) return null
  const properties = propertiesOf(found.tool)
  const keys = Object.keys(matched.arguments)
  const isOwn = keys.length > 0 && keys.every((each) => Object.hasOwn(properties, each))
  const isWhole = key !== COMMON || hasRequired(schema, keys)
  return isOwn && isWhole ? { name, arguments: fields } : null
}

function hasRequired(schema: unknown, keys: readonly string[]): boolean {
  const required = isObject(schema) && Array.isArray(schema.required) ? schema.required : []
  return required.every((each) => keys.includes(String(each)))
}

import type { ToolAliases } from '../types/aliases.js'

/** The part of a tool's JSON Schema that names its arguments. */
interface Shape {
  properties?: unknown
  items?: unknown
}

/** Keys around arguments that are nested once too deep. */
const WRAPPERS = new Set(
  'arguments args parameters params input kwargs toolinput actioninput data'.split(' '),
)
const NAME_KEYS = new Set(['name', 'tool', 'toolname', 'function', 'functionname'])

export type Matched =
  | { ok: true; arguments: Record<string, unknown> }
  /** Two keys mean the same argument and their values differ. */
  | { ok: false; why: string }

/**
 * Gives the arguments of a call the names of the tool's schema where exactly one reading fits: another case or
 * other separators, an alias, an object around all arguments. Values stay as they are; a key without a
 * reading stays too. The exact name takes precedence over its spellings.
 * @param schema   the JSON Schema of the tool's arguments; without properties the arguments stay as they are
 */
export function matchArguments(
  given: Record<string, unknown>,
  { name, schema, aliases }: { name: string; schema: unknown; aliases?: ToolAliases | undefined },
): Matched {
  const properties = propertiesOf(schema)
  if (!isRecord(given)) return { ok: true, arguments: {} }
  if (Object.keys(properties).length === 0) return { ok: true, arguments: given }
  const flat = splitPairs(unwrap(given, name, properties), properties, aliases?.pairs ?? {})
  const fields = aliases?.fields ?? {}
  const named = rename(flat, properties, fields)
  return named.ok ? { ok: true, arguments: intoItems(named.arguments, properties, fields) } : named
}

/** An argument of each item that is written once beside the list, as `{"path": "a", "edits": [{…}, {…}]}`. */
function intoItems(
  given: Record<string, unknown>,
  properties: Properties,
  fields: Fields,
): Record<string, unknown> {
  const lists = Object.keys(properties).filter(
    (name) => Object.keys(itemsOf(properties[name])).length > 0,
  )
  const [list, another] = lists
  const items = list === undefined ? undefined : given[list]
  if (list === undefined || another !== undefined || !Array.isArray(items)) return given
  const inner = itemsOf(properties[list])
  const rest = Object.entries(given).filter(([key]) => !Object.hasOwn(properties, key))
  let made: Record<string, unknown> = given
  for (const [key, value] of rest) {
    const name = argumentOf(key, inner, fields)
    const each: unknown[] = made[list] as unknown[]
    const fits =
      Object.hasOwn(inner, name) &&
      each.every((item) => isRecord(item) && !Object.hasOwn(item, name))
    if (!fits) continue
    const { [key]: _, ...others } = made
    made = { ...others, [list]: each.map((item) => ({ [name]: value, ...(item as object) })) }
  }
  return made
}

/** The arguments of each item of a list of objects; none for another argument. */
function itemsOf(schema: unknown): Properties {
  return propertiesOf(isRecord(schema) ? (schema as Shape).items : undefined)
}

/** Two arguments in the place of a list of two numbers. A list of another shape stays as it is. */
function splitPairs(
  given: Record<string, unknown>,
  properties: Properties,
  pairs: NonNullable<ToolAliases['pairs']>,
): Record<string, unknown> {
  const found = Object.entries(pairs).find(
    ([key]) => Object.hasOwn(given, key) && !Object.hasOwn(properties, key),
  )
  if (found === undefined) return given
  const [key, names] = found
  const { [key]: value, ...rest } = given
  const isPair = Array.isArray(value) && value.length === 2 && value.every(Number.isInteger)
  if (!isPair || names.some((name) => Object.hasOwn(given, name))) return given
  const made = names.flatMap((name, at) => (value[at] === -1 ? [] : [[name, value[at]]]))
  return { ...rest, ...Object.fromEntries(made) }
}

/** A name without case and separators: `Read-File` is `readfile`. */
export function plainKey(name: string): string {
  return name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()
}

type Properties = Record<string, unknown>
type Fields = NonNullable<ToolAliases['fields']>

function rename(given: Record<string, unknown>, properties: Properties, fields: Fields): Matched {
  const made = new Map<string, { key: string; value: unknown }>()
  for (const [key, value] of Object.entries(given)) {
    const name = argumentOf(key, properties, fields)
    // An empty value says nothing beside another spelling.
    if (name !== key && (Object.hasOwn(given, name) || made.has(name))) {
      const other = Object.hasOwn(given, name) ? given[name] : made.get(name)?.value
      if (value === null || value === '' || isSame(value, other)) continue
      return { ok: false, why: `${name} and ${key} mean the same argument and differ` }
    }
    const inner = renameInside(value, properties[name], fields)
    if (!inner.ok) return inner
    made.set(name, { key, value: inner.value })
  }
  const entries = [...made].map(([name, { value }]) => [name, value])
  return { ok: true, arguments: Object.fromEntries(entries) }
}

/** The names inside of a list of objects, such as the edits of multi_edit. */
function renameInside(
  value: unknown,
  schema: unknown,
  fields: Fields,
): { ok: true; value: unknown } | { ok: false; why: string } {
  const inner = itemsOf(schema)
  if (!Array.isArray(value) || Object.keys(inner).length === 0) return { ok: true, value }
  const made: unknown[] = []
  for (const each of value) {
    const named = isRecord(each) ? rename(each, inner, fields) : null
    if (named?.ok === false) return named
    made.push(named === null ? each : named.arguments)
  }
  return { ok: true, value: made }
}

/** The argument that a key means; the key itself without exactly one reading. */
function argumentOf(key: string, properties: Properties, fields: Fields): string {
  if (Object.hasOwn(properties, key)) return key
  const plain = plainKey(key)
  const names = Object.keys(properties)
  const same = names.filter((name) => plainKey(name) === plain)
  if (same.length === 1) return same[0] ?? key
  const meant = names.filter(
    (name) => Object.hasOwn(fields, name) && fields[name]?.some((each) => plainKey(each) === plain),
  )
  return meant.length === 1 ? (meant[0] ?? key) : key
}

/** The arguments inside of an object that holds nothing else, as `{"arguments": {"path": "a"}}`. */
function unwrap(
  given: Record<string, unknown>,
  name: string,
  properties: Properties,
): Record<string, unknown> {
  const isName = ([key, value]: [string, unknown]) =>
    NAME_KEYS.has(plainKey(key)) &&
    !Object.hasOwn(properties, key) &&
    typeof value === 'string' &&
    plainKey(value) === plainKey(name)
  const [only, more] = Object.entries(given).filter((entry) => !isName(entry))
  if (only === undefined || more !== undefined) return given
  const [key, value] = only
  const isWrapper = WRAPPERS.has(plainKey(key)) || plainKey(key) === plainKey(name)
  if (!isWrapper || Object.hasOwn(properties, key)) return given
  if (isRecord(value)) return value
  if (typeof value !== 'string') return given
  try {
    const read: unknown = JSON.parse(value)
    return isRecord(read) ? read : given
  } catch {
    return given
  }
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

function propertiesOf(schema: unknown): Properties {
  const found = isRecord(schema) ? (schema as Shape).properties : undefined
  return isRecord(found) ? found : {}
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

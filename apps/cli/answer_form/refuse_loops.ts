import { SchemaError } from './schema_error.js'

/** Keywords whose schemas are about the same value. */
const SAME_VALUE = ['anyOf', 'oneOf', 'allOf']

/**
 * Refuses references that lead back to themselves without a step into the value: no value would ever be judged.
 * @throws SchemaError with the reference
 */
export function refuseLoops(root: unknown): void {
  const named = new Map([['#', root]])
  const { $defs = {} } = isObject(root) ? root : {}
  for (const [name, schema] of isObject($defs) ? Object.entries($defs) : [])
    named.set(`#/$defs/${name}`, schema)
  const checked = new Set<string>()
  for (const start of named.keys()) visit(start, new Set())

  function visit(name: string, before: ReadonlySet<string>): void {
    if (before.has(name)) throw new SchemaError(`${name} is a reference to itself`)
    if (checked.has(name)) return
    const way = new Set([...before, name])
    for (const next of referencesOf(named.get(name))) visit(next, way)
    checked.add(name)
  }
}

function referencesOf(schema: unknown): string[] {
  if (!isObject(schema)) return []
  const parts = SAME_VALUE.flatMap((keyword) => schema[keyword] ?? [])
  const own = typeof schema.$ref === 'string' ? [schema.$ref] : []
  return [...own, ...parts.flatMap(referencesOf)]
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Parses JSON; undefined when the text is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Writes JSON; empty for a value that is nested too deep to be written. */
export function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch (error) {
    if (error instanceof RangeError) return ''
    throw error
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An object, or one that is encoded as a JSON string (also twice); undefined for anything else. */
export function asObject(value: unknown): Record<string, unknown> | undefined {
  let found = value
  for (let unwrap = 0; unwrap < 2 && typeof found === 'string'; unwrap += 1)
    found = parseJson(found)
  return isObject(found) ? found : undefined
}

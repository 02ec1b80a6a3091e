/** A JSON value, or undefined when the text is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An object as it is, or one that was sent as a JSON string (or a string of a string); else undefined. */
export function asObject(value: unknown): Record<string, unknown> | undefined {
  let found = value
  for (let unwrap = 0; unwrap < 2 && typeof found === 'string'; unwrap += 1)
    found = parseJson(found)
  return isObject(found) ? found : undefined
}

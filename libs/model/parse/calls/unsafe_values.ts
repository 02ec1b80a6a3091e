import type { TextArguments } from '#core'

/** What arguments hold by the names that most tools give them, for tools that do not declare it. */
export const USUAL_TEXTS: TextArguments = {
  fileTexts: ['content', 'old_str', 'new_str'],
  wholeTexts: ['content'],
  places: ['path', 'url', 'id'],
}
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/
const MAX_DEPTH = 100

/**
 * Why arguments must not reach a tool: a NUL ends a path or command early for the system, half of a surrogate
 * pair is not stored as it was written, and `__proto__` changes an object in place of naming an argument.
 * @param fileTexts  names of arguments that are text of a file: only these may hold a NUL
 * @returns null when they are safe
 */
export function unsafeIn(
  value: unknown,
  { fileTexts }: Pick<TextArguments, 'fileTexts'>,
  key = '',
  depth = 0,
): string | null {
  if (depth > MAX_DEPTH) return 'its arguments are nested too deep'
  if (typeof value === 'string') {
    if (LONE_SURROGATE.test(value)) return `${key} has half of a surrogate pair`
    return value.includes('\0') && !fileTexts.includes(key) ? `${key} has a NUL character` : null
  }
  if (typeof value !== 'object' || value === null) return null
  for (const [name, inner] of Object.entries(value)) {
    if (name === '__proto__') return '__proto__ is not an argument'
    const why = unsafeIn(inner, { fileTexts }, Array.isArray(value) ? key : name, depth + 1)
    if (why !== null) return why
  }
  return null
}

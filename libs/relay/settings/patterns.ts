/** Patterns come from settings and the token store: few, and the same for every request. */
const known = new Map<string, RegExp>()
const MOST_KNOWN = 1_000

/** Turns a name where `*` matches any text into a test of whole names. */
function toPattern(text: string): RegExp {
  const made = known.get(text) ?? makePattern(text)
  if (known.size < MOST_KNOWN) known.set(text, made)
  return made
}

function makePattern(text: string): RegExp {
  const parts = text.split('*').map((part) => part.replace(/[\\^$.+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`, 's')
}

/** Tells whether a name matches one of the patterns. */
export function matchesAny(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => toPattern(pattern).test(name))
}

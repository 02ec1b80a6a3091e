/** Cache: patterns come from settings and token store, few and the same for every request. */
const known = new Map<string, RegExp>()
const MOST_KNOWN = 1_000

/** A regular expression for whole names; `*` in the pattern matches any text. */
function toPattern(text: string): RegExp {
  const made = known.get(text) ?? makePattern(text)
  if (known.size < MOST_KNOWN) known.set(text, made)
  return made
}

function makePattern(text: string): RegExp {
  const parts = text.split('*').map((part) => part.replace(/[\\^$.+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`, 's')
}

/** true: a model's name matches one of the patterns; `name` and `name:latest` are one model. */
export function matchesModel(patterns: readonly string[], id: string): boolean {
  const plain = id.replace(/:latest$/, '')
  return (
    matchesAny(patterns, plain) ||
    matchesAny(patterns, `${plain}:latest`) ||
    matchesAny(patterns, id)
  )
}

/** true: the name matches one of the patterns. */
export function matchesAny(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => toPattern(pattern).test(name))
}

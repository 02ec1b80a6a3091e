/** Parts of a result that differ from run to run and say nothing: times, durations, addresses, ids of processes. */
const VOLATILE =
  /\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?|\b\d?\d:\d\d:\d\d(?:[.,]\d+)?\b|\b\d+(?:[.,]\d+)?\s?(?:ms|µs|us|ns|s|secs?|seconds?|mins?|minutes?)\b|\b0x[0-9a-f]{4,}\b|\bpid[ :=]*\d+/gi

/** A result without the parts that differ each time, so that two runs with the same result are equal. */
export function steadyText(text: string): string {
  return text.replace(VOLATILE, '#')
}

/** A value whose texts have single spaces: equal for calls that differ only in white space. */
export function collapseSpace(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/\s+/g, ' ').trim()
  if (Array.isArray(value)) return value.map(collapseSpace)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, collapseSpace(inner)]),
  )
}

/** Above this a label's further values share one: a series lives as long as the process does. */
const MAX_VALUES = 100
/** The value that they share; no model and no person can have this name. */
const OTHERS = '*'
/** For a missing value, e.g. the model of a request that was refused before its model was read. */
export const NONE = '-'

/** Keeps the number of a label's values bounded, whatever clients send. */
export type BoundedLabel = (value: string) => string

/** @param isKnown  returns true for names that the proxy knows; others are never a value */
export function boundLabel(isKnown: (value: string) => boolean): BoundedLabel {
  const seen = new Set<string>()
  return (value) => {
    if (seen.has(value)) return value
    if (seen.size >= MAX_VALUES || !isKnown(value)) return OTHERS
    seen.add(value)
    return value
  }
}

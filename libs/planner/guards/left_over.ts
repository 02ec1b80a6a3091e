import type { Guard } from '../guard.js'
import { hasName } from '../items/names.js'

/** Files that one refusal names. */
const NAMED = 8

/** A rename is done when the old name is gone, and not when the tests pass. */
export const leftOver: Guard = {
  name: 'left_over',
  cap: 4,
  refuse({ standing, end, left }) {
    if (standing.wants !== 'change') return null
    for (const [name, places] of left) {
      if (places.length === 0 || isExplained(end.summary, name)) continue
      const more = places.length > NAMED ? ` (+${places.length - NAMED} more)` : ''
      return `not done: ${name} still occurs in ${places.slice(0, NAMED).join(', ')}${more}. The task asks to replace it. Edit these files. If one keeps the name, say at the end why.`
    }
    return null
  },
}

const KEPT =
  /\b(?:keep|keeps|kept|still|remain|remains|stay|stays|left|intentionally|on purpose)\b/i

function isExplained(summary: string, name: string): boolean {
  return hasName(summary, name) && KEPT.test(summary)
}

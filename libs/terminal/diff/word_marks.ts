import { diffWordsWithSpace } from 'diff'
import { type Span, type StyleName, span } from '../rows/row.js'

/** Longer lines are compared as a whole: the comparison of words takes quadratic time. */
const MOST_CHARS = 500
/** Below this share of equal text two lines have nothing to do with each other, and marks would be noise. */
const LEAST_SAME = 0.3

/** A removed and an added line, with the words marked that differ. null: they are too different, or too long. */
export function markWords(removed: string, added: string): { old: Span[]; new: Span[] } | null {
  if (removed.length > MOST_CHARS || added.length > MOST_CHARS) return null
  const changes = diffWordsWithSpace(removed, added)
  const same = changes.filter((one) => !one.added && !one.removed)
  const sameChars = same.reduce((sum, { value }) => sum + value.trim().length, 0)
  const most = Math.max(removed.trim().length, added.trim().length)
  if (most === 0 || sameChars / most < LEAST_SAME) return null
  const side = (isOld: boolean, plain: StyleName, marked: StyleName) =>
    changes
      .filter((one) => (isOld ? !one.added : !one.removed))
      .map((one) => span(one.value, one.added || one.removed ? marked : plain))
  return { old: side(true, 'removed', 'removedWord'), new: side(false, 'added', 'addedWord') }
}

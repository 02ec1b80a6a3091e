import type { FoundCalls, Place } from './walk/walk.js'

/** Words with which a model corrects itself. */
const CORRECTS =
  /\b(?:no|wait|actually|rather|instead|sorry|oops|better|correct(?:ion|ed)?|mistake|scratch that|should be|revised?)\b/i

/**
 * Chooses the calls to run. Of one-line actions only the last is run (rows 12, 33); of bare calls only
 * those after the last correction.
 */
export function chooseCalls(text: string, places: readonly Place[]): Place[] {
  const bare = places.filter((place) => place.bare)
  const last = bare.at(-1)
  if (last === undefined) return [...places]
  let first = bare.length - 1
  while (first > 0 && goTogether(text, bare[first - 1], bare[first])) first -= 1
  const kept = new Set(bare.slice(first))
  return places.filter((place) => !place.bare || kept.has(place))
}

function goTogether(text: string, before: Place | undefined, after: Place | undefined): boolean {
  if (before === undefined || after === undefined) return false
  if (after.calls.some((call) => call.action)) return false
  return !CORRECTS.test(text.slice(before.end, after.start))
}

/** The start of a mark at the end of a reply: the limit came, or the model stopped. */
const PART_OF_MARK = /\s*<[/|｜]{0,2}[a-z][\w▁:|｜]{0,60}$/i

/** The answer's text without thinking, chosen calls and their fences. */
export function textOf(content: string, found: FoundCalls, places: readonly Place[]): string {
  const gone = [...found.hidden, ...places].sort((a, b) => a.start - b.start)
  const parts: string[] = []
  let at = found.start
  for (const { start, end } of gone) {
    if (start >= found.end) break
    if (start > at) parts.push(content.slice(at, start))
    at = Math.max(at, end)
  }
  if (at < found.end) parts.push(content.slice(at, found.end))
  if (places.length === 0) return parts.join('')
  return parts
    .map((part) => (/^[\s[\],;}]*$/.test(part) ? part.replace(/[[\],;}]/g, '') : part))
    .join('')
    .replace(PART_OF_MARK, '')
    .trim()
}

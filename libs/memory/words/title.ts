import { withoutOpenings } from './openings.js'

/** Words that only make a sentence a rule. A `never` stays: without it the name would say the opposite. */
const CUES =
  /(?<![\p{L}\p{N}])(?:always|please|immer|bitte|toujours|siempre|por favor)(?![\p{L}\p{N}])|总是|總是|始终|一律|请/giu

/** What the name of a rule is made of. */
export function titleOf(rule: string): string {
  const title = withoutOpenings(rule).replace(CUES, ' ')
  return /[\p{L}\p{N}]/u.test(title) ? title : rule
}

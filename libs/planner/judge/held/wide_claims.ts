import { statedClauses } from '../content/stated_clauses.js'
import type { Standing } from '../facts/types.js'

/** Kinds of tests that a project has in its own words, or not at all. */
const KIND_OF_TEST =
  /\b(integration|end-to-end|e2e|smoke|load|stress|performance|fuzz|acceptance|browser|property|contract|mutation|visual|ui)\b(?=[^.;\n]{0,40}\b(?:tests?|suites?|specs?|checks?)\b[^.;\n]{0,20}\b(?:pass\w*|green|succeed\w*|ran|ok)\b)/gi
/** What callers elsewhere notice: no test of this project shows it. */
const COMPATIBLE =
  /\b(?:fully |completely )?(?:backwards?|forwards?)[- ]compatib\w+|\b(?:is|are|stays?|remains?) (?:\w+ )?compatible with\b/i
const NOTHING_BREAKS = /\bno breaking changes?\b|\b(?:nothing|no callers?) breaks?\b/i
/** "this also fixes the memory leak": another repair than the one that was asked for. */
const ALSO =
  /\b(?:also|additionally|besides|incidentally|at the same time)\b[^.;\n]{0,12}\b(?:fix(?:es|ed)|solve[sd]|resolve[sd]|prevent(?:s|ed)|eliminate[sd]|repair(?:s|ed))\s+(?:the |a |an |any |all |some )?([\w -]{4,60})/i
/** Only a report of coverage shows it. */
const COVERED =
  /\bcover(?:s|ed|age)?\b[^.;\n]{0,24}\b(?:every|each|all|any|100 ?%|fully|complete(?:ly)?|full)\b|\b(?:every|each|all|full|complete|100 ?%)\b[^.;\n]{0,24}\bcover(?:ed|age)\b/i
/** A loop covers places, a test covers code. */
const OF_LOOP = /\b(?:loop|range|slice|iteration|bounds?|window)\b[^.;\n]{0,24}\bcover/i
const PLAIN =
  /^(?:with|that|this|from|into|when|where|which|same|other|also|issue|problem|bugs?|errors?|code|case|cases|some|another|small|related)$/

/** What an end claims of things that nothing of this task is about; null: it claims nothing of the kind. */
export function wideClaim(
  {
    asked,
    testFiles,
    checkTexts,
    rows,
  }: Pick<Standing, 'asked' | 'testFiles' | 'checkTexts' | 'rows'>,
  { summary, shown }: { summary: string; shown: string },
): string | null {
  const small = `${shown}\n${testFiles.join('\n')}\n${checkTexts.join('\n')}`.toLowerCase()
  const runs = rows
    .map(({ subject }) => subject)
    .join('\n')
    .toLowerCase()
  const has = (word: string) => small.includes(word) || runs.includes(word)
  // "unit, integration and end-to-end tests pass" is one claim.
  for (const [kind] of summary.matchAll(KIND_OF_TEST)) {
    const word = kind.toLowerCase()
    if (!has(word) && !has(word.replaceAll('-', '')) && !(word === 'end-to-end' && has('e2e')))
      return kind
  }
  const none = NOTHING_BREAKS.exec(summary)?.[0]
  if (none !== undefined && !/compatib|breaking/i.test(asked)) return none
  for (const clause of statedClauses(summary)) {
    const covered = COVERED.exec(clause)?.[0]
    if (covered !== undefined && !OF_LOOP.test(clause) && !/cover/i.test(`${runs}\n${small}`))
      return covered
    const wide = COMPATIBLE.exec(clause)?.[0]
    if (wide !== undefined && !/compatib|breaking/i.test(asked)) return wide
    const other = ALSO.exec(clause)?.[1]
    const words = (other?.toLowerCase().match(/[a-z][a-z_]{3,}/g) ?? []).filter(
      (word) => !PLAIN.test(word),
    )
    const known = `${small}\n${asked.toLowerCase()}`
    if (other !== undefined && words.length > 0 && !words.some((word) => known.includes(word)))
      return other.trim()
  }
  return null
}

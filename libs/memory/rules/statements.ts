import { oneOf, type RuleLanguage, whole } from './languages/language.js'

/** What must be is no report. */
const NORM = oneOf(
  whole('must|should|soll|sollen|muss|müssen|darf|dürfen|doit|doivent|debe|deben|必须|不得'),
)

/**
 * What a sentence with "always" or "never" is: `rule` states what holds in each case, `doubt` may report the same, `none`
 * is something else. A rule of which the report sounds the same is not learned: the person can begin it with `#`.
 */
export function statementIn(
  text: string,
  { holds, report, definite }: RuleLanguage,
): 'rule' | 'doubt' | 'none' {
  if (!holds.test(text) || report.test(text)) return 'none'
  return definite.test(text) && !NORM.test(text) ? 'doubt' : 'rule'
}

/** Whether a sentence reports something, in a language whose orders and reports have one form. */
export function reports(text: string, { report, ordersAreClear }: RuleLanguage): boolean {
  return ordersAreClear !== true && report.test(text)
}

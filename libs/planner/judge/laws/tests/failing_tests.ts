import { lastChange } from '../../facts/changes.js'
import { isDocumentation } from '../../facts/documentation.js'
import { countingFailure, freshTests } from '../../facts/test_rows.js'
import type { Law } from '../../facts/types.js'
import { claimsSuccess } from '../../stated/claims.js'
import { knownFailures } from '../../tests/known_failures.js'

/** A change whose newest test run failed, or that does not parse, is not done. */
export const failingTests: Law = {
  name: 'failing_tests',
  judge(standing, { isTask, summary, original = summary }) {
    if (!isTask || lastChange(standing) === null || isDocumentation(standing)) return null
    const last = countingFailure(standing)
    const known = knownFailures(standing, original)
    if (last !== null && known !== null) {
      const reason = `${known.length} ${known.length === 1 ? 'test' : 'tests'} failed before this task too (${last.id}): ${listed(known)}`
      return { message: `not proven: ${reason}.`, reason, refuse: 0 }
    }
    if (last !== null)
      return {
        message: `not done: the last test run failed (${last.id}). Fix what it reports. Run the tests again. Then call resolve.`,
        reason: `the tests fail (${last.id})`,
        // An end that says it openly is refused once: another attempt may not be what the user wants.
        refuse: admitsFailure(summary) ? 1 : Number.POSITIVE_INFINITY,
      }
    const { broken, unparsed } = standing
    const passed = freshTests(standing).at(-1)?.facts.passed === true
    if (passed && unparsed.length > 0) {
      const reason = `${unparsed.join(', ')} does not parse, and no test loads it`
      return { message: `not done: ${reason}. Fix it.`, reason, refuse: 1 }
    }
    if (passed || broken.length === 0) return null
    return {
      message: `not done: ${broken.join(', ')} does not parse since the last edit. Fix it.`,
      reason: `${broken.join(', ')} does not parse`,
      refuse: Number.POSITIVE_INFINITY,
    }
  },
}

const SHOWN = 3
const ADMITS =
  /\b(?:still|also|tests?|suite)\b[^.;\n]{0,60}\b(?:fail(?:s|ed|ing|ures?)?|red|broken|(?:not|n't) pass)\b/i

/** An end that says that tests fail, and nowhere that all is well. */
function admitsFailure(summary: string): boolean {
  return ADMITS.test(summary) && !claimsSuccess(summary)
}

function listed(names: readonly string[]): string {
  const rest = names.length - SHOWN
  return `${names.slice(0, SHOWN).join('; ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

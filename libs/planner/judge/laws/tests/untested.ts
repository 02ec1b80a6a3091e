import { LIMITS } from '#core'
import { declinesTests } from '../../../request/declines_tests.js'
import { lastChange } from '../../facts/changes.js'
import { isDocumentation } from '../../facts/documentation.js'
import {
  countingFailure,
  freshTests,
  isFreeOfTests,
  isWhole,
  provingTest,
} from '../../facts/test_rows.js'
import type { BarredTests, Law, Objection, Row, Standing } from '../../facts/types.js'
import { refusedTests } from '../../stated/refused_call.js'

export const NO_TESTS = 'the project has no tests'

/** A change is proven by a passing run of the project's tests that is newer than every change. */
export const untested: Law = {
  name: 'untested',
  judge(standing, { isTask, cites, summary }) {
    if (!isTask || lastChange(standing) === null || provingTest(standing) !== null) return null
    // The law of failing tests has said more.
    if (isDocumentation(standing) || countingFailure(standing) !== null) return null
    if (isFreeOfTests(standing))
      return {
        message: 'not proven: the tests are removed.',
        reason: 'the tests are removed, as the task asks',
        refuse: 0,
      }
    const { testCommand } = standing
    if (testCommand === null)
      return { message: 'not proven: no tests.', reason: NO_TESTS, refuse: 0 }
    const tests = refusedTests(standing)
    if (tests !== null) return whenRefused(tests, summary)
    const why = whyUnproven(standing)
    if (declinesTests(standing.asked))
      return { message: `not proven: ${why}.`, reason: `${why}, as the user asks`, refuse: 0 }
    if (standing.barredTests) return whenBarred(standing.barredTests, summary)
    if (/a program is missing/.test(why))
      return {
        message: `not proven: ${why}. Install it if the user wants that. Otherwise say that the change is not tested.`,
        reason: why,
        refuse: SAYS_SO.test(summary) ? 0 : 1,
      }
    return {
      message: `not proven: ${why}. Call run_command with "${testCommand}". Read its result. Then call resolve and cite it.`,
      reason: why,
      // A plain text may be a slip in the middle of the work. Corrections in a row end it (LIMITS.nudgesInARow).
      refuse: cites === null ? LIMITS.nudgesLate : 1,
    }
  },
}

const SAYS_SO =
  /\b(?:denied|refused|permission|not allowed|untested|(?:not|n't)(?: be| been| yet)* (?:run|tested|verified|checked))\b/i

/** The gate decides the same again, so the model is not sent there. */
function whenRefused(
  { command, refused }: { command: string; refused: string },
  summary: string,
): Objection {
  if (/: The user said no\b/.test(refused)) {
    const reason = `the tests did not run: the user refused ${command}`
    return { message: `not proven: ${reason}.`, reason, refuse: 0, denied: refused }
  }
  const reason = `the tests did not run: ${command} was denied`
  return {
    message: `not proven: ${reason}. It will be denied again. Say that the change is not tested, and name the missing permission.`,
    reason,
    refuse: SAYS_SO.test(summary) ? 0 : 1,
    denied: refused,
  }
}

/** Nobody has tried it, and the gate would refuse it: the model is not sent there either. */
function whenBarred(barred: BarredTests, summary: string): Objection {
  const reason = `the tests did not run: ${barred.command} is not allowed in this run`
  return {
    message: `not proven: ${reason}. Do not run it. Say that the change is not tested.`,
    reason,
    refuse: SAYS_SO.test(summary) ? 0 : 1,
    barred,
  }
}

/** The cause in brackets of a verdict: "unknown: make test (no tests ran, exit 0)". */
function verdictOf({ summary }: Row): string {
  return /\(([^()]*)\)\s*$/.exec(summary.split('\n')[0] ?? '')?.[1] ?? ''
}

function whyUnproven(standing: Standing): string {
  const fresh = freshTests(standing)
  const last = fresh.at(-1)
  if (last === undefined) {
    const { changedSince } = standing
    return changedSince.length > 0
      ? `files changed since the last test run: ${changedSince.slice(0, 5).join(', ')}`
      : 'no test ran since the last edit'
  }
  if (typeof last.facts.passed !== 'boolean') {
    const why = typeof last.facts.why === 'string' ? last.facts.why : verdictOf(last)
    const what = `the last test run (${last.id}) does not show whether it passed`
    return why === '' ? what : `${what}: ${why}`
  }
  const part = fresh.findLast((row) => row.facts.passed === true && !isWhole(row, standing))
  if (part !== undefined)
    return `the test run (${part.id}) is partial: ${String(part.facts.why ?? 'it left out tests')}`
  return `files changed since the test run (${last.id})`
}

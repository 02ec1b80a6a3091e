import { stripVTControlCharacters } from 'node:util'
import { splitCommand } from '../commands/split_command.js'
import { findTestParts } from './test_command.js'
import { readFailures } from './test_failures.js'
import { readTallies, type Tally } from './test_tallies.js'
import type { TestRun, TestVerdict } from './types.js'

/** Programs that print the end of their input unchanged, so that the summary of a failed run is visible. */
const KEEPS_SUMMARY = new Set(['tail', 'head', 'tee', 'cat', 'less', 'more'])

const NAMES_SHOWN = 5
/** What a shell ends with when it does not find a program. */
const NOT_FOUND = 127
/** The same as a shell or make reports it. */
const MISSING =
  /^(?:\S*\/)?(?:ba|da|z|k)?sh: (?:line )?(?:\d+: )?\S+: (?:command )?not found$|^make: .*\bError 127$|^make: \S+: No such file or directory$/m

/** Flags with which a run without tests exits with 0 and prints nothing. */
const MAY_BE_EMPTY = ['--if-present', '--passWithNoTests', '--pass-with-no-tests']

/**
 * Decides whether a test run passed. The exit code counts when the command does not hide it. Otherwise, and to
 * detect runs without tests, the summary of the test runner counts.
 * @param discovered  the project's test command, when known
 * @returns `passed` null when the run does not show it: interrupted, no tests, or the summary is missing
 */
export function judgeTestRun(run: TestRun, discovered?: string | null): TestVerdict {
  const output = stripVTControlCharacters(run.output).replace(/\r/g, '')
  const tallies = readTallies(output)
  const { passed, reason } = decide(run, { tallies, output }, discovered)
  const { names, messages } = passed === true ? { names: [], messages: [] } : readFailures(output)
  const failures = [...names.slice(0, NAMES_SHOWN), ...messages]
  const word = passed === null ? 'unknown' : passed ? 'passed' : 'failed'
  const detail = failures.length > 0 ? `\n${failures.slice(0, 3).join('; ')}` : ''
  return {
    passed,
    tests: lastOf(tallies.filter(({ tests }) => tests !== null))?.tests ?? null,
    summary: `${word}: ${run.command} (${reason})${detail}`,
    failures,
    failing: names,
  }
}

function decide(
  run: TestRun,
  { tallies, output }: { tallies: Tally[]; output: string },
  discovered: string | null | undefined,
): { passed: boolean | null; reason: string } {
  const { exitCodeCounts, summaryIsComplete } = readCommand(run, discovered)
  const last = lastOf(tallies)
  const failed = tallies.find((tally) => tally.failed > 0)
  const counts = last ? describeCounts(failed ?? last) : describeExit(run)
  if (run.timedOut || run.exitCode === null)
    return { passed: failed ? false : null, reason: run.timedOut ? 'timed out' : describeExit(run) }

  if (!exitCodeCounts) {
    if (failed) return { passed: false, reason: counts }
    const clean = last?.complete === true && last.passed > 0 && summaryIsComplete
    if (clean && run.unfinished) return { passed: null, reason: run.unfinished }
    return { passed: clean || null, reason: `${counts}, the command hides the exit code` }
  }
  const noTests = last !== null && !failed && tallies.every((tally) => tally.passedInAny === 0)
  if (noTests) return { passed: null, reason: `no tests ran, ${describeExit(run)}` }
  const isMissing = run.exitCode === NOT_FOUND || MISSING.test(output)
  if (run.exitCode !== 0 && last === null && isMissing)
    return { passed: null, reason: `a program is missing, ${describeExit(run)}` }
  if (run.exitCode !== 0) return { passed: false, reason: `${counts}, ${describeExit(run)}` }
  if (last === null && MAY_BE_EMPTY.some((flag) => run.command.includes(flag)))
    return { passed: null, reason: 'the output does not show that a test ran' }
  // The last summary belongs to the run; an earlier one may be the output of a test.
  if (last && last.failed > 0) return { passed: false, reason: `${counts}, although exit 0` }
  if (run.unfinished) return { passed: null, reason: run.unfinished }
  return { passed: true, reason: counts }
}

function lastOf(tallies: Tally[]): Tally | null {
  return tallies.reduce<Tally | null>((a, b) => (a === null || b.at > a.at ? b : a), null)
}

/** Whether the exit code is that of the tests, and whether the end of their output is unchanged. */
function readCommand(run: TestRun, discovered: string | null | undefined) {
  const tests = findTestParts(run.command, discovered)
  const parts = tests.length > 0 ? tests : splitCommand(run.command)
  return {
    exitCodeCounts: parts.length > 0 && parts.every((part) => part.decides),
    summaryIsComplete: parts.every((part) =>
      part.readers.every((reader) => KEEPS_SUMMARY.has(reader)),
    ),
  }
}

function describeCounts({ passed, failed }: Tally): string {
  return passed + failed === 0 ? 'no tests ran' : `${passed} passed, ${failed} failed`
}

function describeExit({ exitCode }: TestRun): string {
  return exitCode === null ? 'ended by a signal' : `exit ${exitCode}`
}

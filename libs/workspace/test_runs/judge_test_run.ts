import { stripVTControlCharacters } from 'node:util'
import { splitCommand } from '../commands/split_command.js'
import { findTestParts } from './test_command.js'
import { readFailures } from './test_failures.js'
import { readTallies, type Tally } from './test_tallies.js'
import type { TestRun, TestVerdict } from './types.js'

/** Programs that pass all of the end of what they read: a summary that failed would still be seen. */
const FAITHFUL = new Set(['tail', 'head', 'tee', 'cat', 'less', 'more'])

/** Flags that make a run without any test end with 0 and without a word. */
const MAY_BE_EMPTY = ['--if-present', '--passWithNoTests', '--pass-with-no-tests']

/**
 * Says whether a test run passed. Its exit code counts where nothing hides it; else, and to notice runs
 * without a test, the runner's own summary counts.
 * @param discovered  the project's own test command, when known
 * @returns `passed` null when the run does not tell: cut off, nothing run, or a summary filtered away
 */
export function judgeTestRun(run: TestRun, discovered?: string | null): TestVerdict {
  const output = stripVTControlCharacters(run.output).replace(/\r/g, '')
  const tallies = readTallies(output)
  const { passed, because } = decide(run, tallies, discovered)
  const { names, messages } = passed === true ? { names: [], messages: [] } : readFailures(output)
  const failures = [...names, ...messages]
  const word = passed === null ? 'unclear' : passed ? 'passed' : 'failed'
  const detail = failures.length > 0 ? `\n${failures.slice(0, 3).join('; ')}` : ''
  return { passed, summary: `${word}: ${run.command} (${because})${detail}`, failures }
}

function decide(
  run: TestRun,
  tallies: Tally[],
  discovered: string | null | undefined,
): { passed: boolean | null; because: string } {
  const { told, faithful } = howTold(run, discovered)
  const last = tallies.reduce<Tally | null>((a, b) => (a === null || b.at > a.at ? b : a), null)
  const failed = tallies.find((tally) => tally.failed > 0)
  const because = last ? words(failed ?? last) : exitWords(run)
  if (run.timedOut || run.exitCode === null)
    return { passed: failed ? false : null, because: run.timedOut ? 'timed out' : exitWords(run) }

  if (!told) {
    if (failed) return { passed: false, because }
    const clean = last?.sure === true && last.passed > 0 && faithful
    return { passed: clean || null, because: `${because}, exit code hidden` }
  }
  const nothingRun = last !== null && !failed && tallies.every((tally) => tally.ever === 0)
  if (nothingRun) return { passed: null, because: `no tests ran, ${exitWords(run)}` }
  if (run.exitCode !== 0) return { passed: false, because: `${because}, ${exitWords(run)}` }
  if (last === null && MAY_BE_EMPTY.some((flag) => run.command.includes(flag)))
    return { passed: null, because: 'nothing says that a test ran' }
  // The summary at the end is the run's own; one before it may be the text of some test.
  if (last && last.failed > 0) return { passed: false, because: `${because}, though exit 0` }
  return { passed: true, because }
}

/** Whether the exit code is the tests', and whether their output came through whole. */
function howTold(run: TestRun, discovered: string | null | undefined) {
  const tests = findTestParts(run.command, discovered)
  const parts = tests.length > 0 ? tests : splitCommand(run.command)
  return {
    told: parts.length > 0 && parts.every((part) => part.decides),
    faithful: parts.every((part) => part.readers.every((reader) => FAITHFUL.has(reader))),
  }
}

function words({ passed, failed }: Tally): string {
  return passed + failed === 0 ? 'no tests ran' : `${passed} passed, ${failed} failed`
}

function exitWords({ exitCode }: TestRun): string {
  return exitCode === null ? 'ended by a signal' : `exit ${exitCode}`
}

import { asksToRemoveTests } from './acceptance.js'
import { lastChange } from './changes.js'
import type { Row, Standing } from './types.js'

/** Test runs since the last change, oldest first. */
export function freshTests(standing: Standing): Row[] {
  const changed = lastChange(standing)
  return standing.rows.filter(
    ({ kind, number }) => kind === 'test_result' && (changed === null || number > changed),
  )
}

/** The newest test run of the tree as it is now, when it failed. */
export function failedTest(standing: Standing): Row | null {
  const last = freshTests(standing).at(-1)
  return last?.facts.passed === false ? last : null
}

/** Whether the project has no tests, as the user wanted: none of them fails. */
export function isFreeOfTests({ testFiles, asked }: Standing): boolean {
  return testFiles.length === 0 && asksToRemoveTests(asked)
}

/** The failed run that an end has to answer for. */
export function countingFailure(standing: Standing): Row | null {
  return isFreeOfTests(standing) ? null : failedTest(standing)
}

/** Why a run is partial although it runs all tests of some other part of the folder. */
const ELSEWHERE = /not the project's test command|runs in another folder/

/** Runs that passed since the last change, each of all tests of some part of the folder. */
export function passedRuns(standing: Standing): { command: string; folder: string }[] {
  return freshTests(standing)
    .filter(
      ({ facts }) =>
        facts.passed === true && (facts.scope !== 'part' || ELSEWHERE.test(String(facts.why))),
    )
    .map(({ facts, subject }) => ({
      command: typeof facts.command === 'string' ? facts.command : subject,
      folder: typeof facts.cwd === 'string' ? facts.cwd : '',
    }))
}

/** The newest run of all tests that passed on the tree as it is now. */
export function provingTest(standing: Standing): Row | null {
  return (
    freshTests(standing)
      .reverse()
      .find(
        (row) => row.facts.passed === true && isWhole(row, standing) && sameTree(row, standing),
      ) ?? null
  )
}

/** It ran every test of the project, or it is the check that the user named. */
export function isWhole({ facts, subject }: Row, { asked }: Standing): boolean {
  // In another folder the same words are another check.
  return facts.scope !== 'part' || (facts.cwd === undefined && isNamed(subject, asked))
}

/** Whether the tree is the one that was tested. An unknown tree is judged by the order of the rows. */
function sameTree({ facts }: Row, { tree }: Standing): boolean {
  return typeof facts.tree !== 'string' || tree === null || facts.tree === tree
}

/** The user wrote this command into the task. */
function isNamed(command: string, asked: string): boolean {
  const text = command.trim()
  if (text.length < 4 || !/\s|\//.test(text)) return false
  const at = asked.indexOf(text)
  if (at === -1) return false
  const after = asked[at + text.length] ?? ' '
  return /[\s`'".,;:!?)]/.test(after)
}

import { changedPaths } from '../facts/changes.js'
import {
  claimsAction,
  claimsChange,
  claimsHealth,
  claimsOwnChange,
  claimsPass,
} from '../facts/claims.js'
import type { Law, Standing } from '../facts/types.js'

const NO_EDIT =
  'the summary claims a change, but no file was edited. Make the edit with patch_file, or say that nothing changed.'
const NO_ANSWER =
  'no file was changed, and the user asked for an answer. Call the tool that shows it, or answer in plain text.'
const PATH = /[\w./-]*\w\.\w{1,5}\b/g

/** What a summary says is in the rows: a change has its edit, passing tests have their run (row 153). */
export const claims: Law = {
  name: 'claims',
  judge(standing, { summary, isTask, cites }) {
    if (!isTask) return null
    const changed = changedPaths(standing)
    const isAnswer = standing.wants === 'report'
    // Work that nobody asked for, in a task without a call: a habit of small models, and no answer.
    const isEmpty = standing.rows.length === 0 && standing.sessionChanges.length === 0
    // What is no question asks for something: "tidy up", "deploy it".
    const bare = !isAnswer || !standing.isQuestion
    const refuse = isAnswer && !bare && cites === null && !isEmpty ? 0 : 1
    const action = claimsAction(summary, { bare, commands: commandsOf(standing) })
    if (action !== null)
      return {
        message: `the summary says ${action}, but no command of this task did that. Run the command, or say that it was not done.`,
        reason: `the summary says ${action}, and no command did that`,
        refuse,
      }
    if (changed.length === 0) {
      if (isAnswer ? claimsOwnChange(summary, { bare }) : claimsChange(summary))
        return {
          message: isAnswer && !bare && isEmpty ? NO_ANSWER : NO_EDIT,
          reason: 'the summary claims a change, but no file was changed',
          refuse,
        }
      const last = standing.rows.findLast(({ kind }) => kind === 'test_result')
      if (last?.facts.passed === false && claimsHealth(summary))
        return {
          message: `the last test run failed (${last.id}), and the summary says otherwise. Read its output, and say what failed.`,
          reason: `the last test run failed (${last.id}), and the answer says otherwise`,
          refuse,
        }
      if (last?.facts.passed !== true && claimsPass(summary) && !hasPassed(standing))
        return {
          message: `the summary says that tests pass, but no test run of this task shows it. Run the tests, or leave that out.`,
          reason: 'the summary says that tests pass, but no run shows it',
          refuse,
        }
      return null
    }
    const named = claimsChange(summary) ? (summary.match(PATH) ?? []) : []
    const places = named
      .filter((path) => path.includes('/'))
      .map((path) => path.replace(/^\.\//, ''))
    if (places.length === 0 || places.some((path) => changed.includes(path))) return null
    return {
      message: `the summary names ${places.join(', ')}, but the edited files are ${changed.join(', ')}.`,
      reason: `the summary names ${places.join(', ')}, which was not changed`,
      refuse: 2,
    }
  },
}

function hasPassed({ rows }: Standing): boolean {
  return rows.some(({ kind, facts }) => kind === 'test_result' && facts.passed === true)
}

function commandsOf({ rows }: Standing): string[] {
  return rows.flatMap(({ facts }) => (typeof facts.command === 'string' ? [facts.command] : []))
}

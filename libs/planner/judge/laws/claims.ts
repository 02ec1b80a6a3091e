import { changedPaths } from '../facts/changes.js'
import { claimsChange, claimsOwnChange, claimsPass } from '../facts/claims.js'
import type { Law } from '../facts/types.js'

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
    const refuse = isAnswer && cites === null && !isEmpty ? 0 : 1
    if (changed.length === 0) {
      if (isAnswer ? claimsOwnChange(summary) : claimsChange(summary))
        return {
          message: isAnswer && isEmpty ? NO_ANSWER : NO_EDIT,
          reason: 'the summary claims a change, but no file was changed',
          refuse,
        }
      const passed = standing.rows.some(
        ({ kind, facts }) => kind === 'test_result' && facts.passed === true,
      )
      if (!passed && claimsPass(summary))
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

import { changedPaths, outsideChangesIn } from '../../facts/changes.js'
import type { Law, Objection, Standing } from '../../facts/types.js'
import {
  admitsFailure,
  claimsChange,
  claimsOwnChange,
  claimsPass,
  clausesOf,
  elidedChanges,
} from '../../stated/claims.js'
import { hasEffect } from '../../stated/missing_effect.js'
import { refusedCall } from '../../stated/refused_call.js'
import { withoutQuestions } from '../../words/question_back.js'

const NO_EDIT =
  'the summary claims a change, but no file was edited. Make the edit with patch_file, or say that nothing changed.'
const NO_ANSWER =
  'no file was changed, and the user asked for an answer. Call the tool that shows it, or answer in plain text.'
const PATH = /[\w./-]*\w\.\w{1,5}\b/g

/** What a summary says is in the rows: a change has its edit, passing tests have their run (row 153). */
export const claims: Law = {
  name: 'claims',
  judge(standing, { summary: text, isTask, cites }) {
    // A question claims nothing.
    const summary = withoutQuestions(text)
    if (!isTask || (standing.wants === 'text' && !standing.triedEdit)) return null
    const outside = standing.rows.flatMap(outsideChangesIn).map(({ path }) => path)
    const changed = [...changedPaths(standing), ...outside]
    if (changed.length > 0) return otherFile(changed, summary)
    const isAnswer = standing.wants !== 'change'
    // Work that nobody asked for, in a task without a call: a habit of small models, and no answer.
    const isEmpty = standing.rows.length === 0 && standing.sessionChanges.length === 0
    const isFree = isAnswer && cites === null && !isEmpty && !standing.triedEdit
    const refuse = isFree ? 0 : 1
    const refused = refusedCall(standing.rows)
    if (refused !== null && saysChange(standing, summary))
      return {
        message: `the summary claims a change, but no file was changed: a call was refused (${refused}). It will be refused again. Say that nothing was changed, and name the missing permission.`,
        reason: `the summary claims a change, but no file was changed: a call was refused (${refused})`,
        refuse,
        undone: true,
      }
    if (saysChange(standing, summary))
      return {
        message: isAnswer && isEmpty ? NO_ANSWER : NO_EDIT,
        reason: standing.triedEdit
          ? 'the summary claims a change, but no edit of this task was made'
          : 'the summary claims a change, but no file was changed',
        refuse,
        undone: true,
      }
    const runs = standing.rows.filter(({ kind }) => kind === 'test_result')
    // In a run that failed, the other tests passed.
    const isPart = runs.length > 0 && admitsFailure(summary)
    const passed = runs.some(({ facts }) => facts.passed === true)
    if (passed || isPart || !claimsPass(summary)) return null
    return {
      message: `the summary says that tests pass, but no test run of this task shows it. Run the tests, or leave that out.`,
      reason: 'the summary says that tests pass, but no run shows it',
      refuse,
      ...(standing.wants === 'report' ? {} : { undone: true }),
    }
  },
}

/** A change that is claimed while there is none. After an edit that failed, every form of words counts. */
function saysChange(standing: Standing, summary: string): boolean {
  const isShown = (clause: string) => hasEffect(standing, clause)
  if (standing.wants === 'change' || standing.triedEdit) return claimsChange(summary, isShown)
  // What an earlier task of the session did may be the answer.
  if (standing.sessionChanges.length > 0) return false
  if (claimsOwnChange(summary, isShown)) return true
  const verbs = elidedChanges(summary, isShown).filter((verb) => !isRead(standing, verb))
  return verbs.length > 0
}

/** A row that was read has the verb, such as a commit message. */
function isRead({ rows, textOf }: Standing, verb: string): boolean {
  const stem = verb.replace(/(?:e?d|t)$/, '')
  return rows.some(
    ({ id, kind }) => kind !== 'diagnostic' && textOf(id).toLowerCase().includes(stem),
  )
}

function otherFile(changed: readonly string[], summary: string): Objection | null {
  // "test/a.test.js passes" does not mention a change.
  const claims = clausesOf(summary).filter((clause) => claimsChange(clause) && !claimsPass(clause))
  const named = claims.flatMap((clause) => clause.match(PATH) ?? [])
  const places = named.filter((path) => path.includes('/')).map((path) => path.replace(/^\.\//, ''))
  if (places.length === 0 || places.some((path) => changed.some((one) => isSame(one, path))))
    return null
  return {
    message: `the summary names ${places.join(', ')}, but the edited files are ${changed.join(', ')}.`,
    reason: `the summary names ${places.join(', ')}, which was not changed`,
    refuse: 2,
  }
}

/** A file outside of the folder is named from the root of the machine, and its edit from the folder. */
function isSame(changed: string, said: string): boolean {
  const isOutside = changed.startsWith('../') && said.startsWith('/')
  return changed === said || (isOutside && said.endsWith(`/${changed.replace(/^(?:\.\.\/)+/, '')}`))
}

import type { TaskEnd } from '#ledger'
import {
  changedPaths,
  type Doubt,
  gradeNote,
  isAboutProject,
  isDocumentation,
  isFreeOfTests,
  knownFailures,
  readable,
  type Standing,
} from '#planner'

/** The end of a task that nothing refuses: what it says, and what of it is not proven. */
export function endOf(
  said: string,
  doubt: Doubt | null,
  { standing, failure }: { standing: Standing; failure: string | null },
): Omit<TaskEnd, 'cites'> {
  const text = said.trim()
  if (doubt === null) return { status: 'resolved', text, proven: true }
  if (failure !== null && changedPaths(standing).length > 0)
    return { status: 'failed', text: `not done, ${failure}: ${text}`, proven: false }
  // Something was read and no name of the answer is missing in it: a label on each paraphrase would say nothing.
  if (doubt.isQuiet) return { status: 'resolved', text, proven: false }
  // A poem or a greeting speaks for itself. The result has its grade and its reason.
  if (!doubt.undone && standing.wants !== 'change' && !isAboutProject(standing, readable(text)))
    return { status: 'resolved', text, proven: false }
  const status = didNothing(standing, doubt) || givesUp(standing, text) ? 'unproven' : 'resolved'
  if (doubt.law === 'asks_back') return { status, text, proven: false }
  return { status, text: `unproven: ${text}\n(${gradeNote(doubt)})`, proven: false }
}

/** The task asks for work, and there is none: no file is different, no command acted, or the end claims it all the same. */
function didNothing(standing: Standing, { undone }: Doubt): boolean {
  const { wants, rows } = standing
  if (changedPaths(standing).length > 0) return false
  if (undone) return true
  if (wants === 'report' || wants === 'text') return false
  if (wants === 'change') return !rows.some(isActing)
  return !rows.some(({ kind }) => kind !== 'decision' && kind !== 'diagnostic')
}

/** Programs whose effect may be in no file of the folder. */
const ACTS =
  /(?:^|&&|;)\s*(?:sudo\s+)?(?:(?:chmod|chown|mkdir|rmdir|ln|kill|systemctl|service|docker|podman|kubectl|crontab|createdb|dropdb|psql|mysql|sqlite3|scp|rsync|ssh|gh|glab)\s|git\s+(?:commit|checkout|switch|tag|push|pull|fetch|clone|merge|rebase|stash|config|remote|init|reset|revert|cherry-pick|worktree|branch\s+(?!-(?:a|v+|r)\b|--list)\S)|(?:npm|pnpm|yarn|pip\d?|uv|cargo|go|gem|apt|apt-get|brew)\s+(?:install|i|ci|add|uninstall|remove|update|upgrade|get|sync)(?:\s|$))/

/** It changed something outside of the folder or its files, or may have. */
function isActing({ kind, facts }: Standing['rows'][number]): boolean {
  if (facts.outside === true || facts.unseen === true) return true
  const { command, exitCode, background } = facts
  if (kind !== 'shell_output' || typeof command !== 'string') return false
  return (exitCode === 0 || background !== undefined) && ACTS.test(command)
}

const GIVES_UP =
  /^\W*(?:sorry\W+|unfortunately\W+|i'm sorry\W+(?:but )?|i am sorry\W+(?:but )?)?(?:i|we) (?:can ?not|can't|could not|couldn't|am (?:not able|unable)|was (?:not able|unable)|failed to|did not manage|do not know|don't know)\b/i

/** The task asks for a change, and the model says that it cannot make it. */
function givesUp(standing: Standing, text: string): boolean {
  return standing.wants === 'change' && changedPaths(standing).length === 0 && GIVES_UP.test(text)
}

/** A known failure: the task ends as failed, whatever the reply says (row 155). null: none is known. */
export function failureOf(
  standing: Standing,
  { passedBefore, said }: { passedBefore: boolean | null; said: string },
): string | null {
  const { rows, broken } = standing
  const worse =
    ', and they passed before the first edit (`/undo turn` or `aircoder undo --turn` reverts the edits)'
  if (isDocumentation(standing)) return null
  const last = rows.findLast(({ kind }) => kind === 'test_result')
  if (
    last?.facts.passed === false &&
    !isFreeOfTests(standing) &&
    knownFailures(standing, said) === null
  )
    return `the tests fail${passedBefore === true ? worse : ''}`
  return broken.length > 0 ? `${broken.join(', ')} does not parse` : null
}

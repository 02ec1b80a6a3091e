import type { TaskRecord } from './find_records.js'

/** The label that the end of a task has where nothing proves it. */
const LABEL = /^unproven: /
/** The end of a failed task says so itself: `not done, the tests fail: …`. */
const NOT_DONE = /^not done(?:, |: )/
const ENDS: Readonly<Record<string, string>> = {
  stalled: 'not done, stalled',
  denied: 'not done, refused',
}

/**
 * How an earlier task ended, in the words of a person, and what it said without the label of its end.
 * @returns `said` has the reason why the task is not proven, in brackets; it may be empty
 */
export function recordEnd(record: Pick<TaskRecord, 'status' | 'proven' | 'outcome' | 'files'>): {
  end: string
  said: string
} {
  const { status, proven, outcome, files } = record
  if (status !== 'resolved')
    return { end: ENDS[status] ?? 'not done', said: outcome.replace(NOT_DONE, '') }
  if (proven) return { end: 'done, proven', said: outcome }
  const isAnswer = files.length === 0 && !LABEL.test(outcome)
  return { end: isAnswer ? 'answered' : 'done, not proven', said: outcome.replace(LABEL, '') }
}

import { countNoun } from '#core'
import type { Ledger, TaskRow } from '#ledger'
import { resultOf } from '#supervisor'
import { taskState } from './task_state.js'
import { taskTitle } from './task_title.js'

/** A task in five lines: asked, did, changed, proven, kept. */
export function storyOf(ledger: Ledger, taskId: string): string[] {
  const task = ledger.tasks().find(({ id }) => id === taskId)
  if (task === undefined) return []
  const rows = ledger.find({ taskId, limit: 10_000 })
  const count = (kind: string) => rows.filter((row) => row.kind === kind).length
  // Files that commands changed count too, as in the last line of a run.
  const { changes, takenBack = [] } = resultOf(ledger, taskId, { durationMs: 0 })
  const changed = changes.map(({ path }) => path)
  const back =
    takenBack.length === 0 ? '' : `; edited and in the end as before: ${takenBack.join(', ')}`
  const mistakes = mistakesIn(ledger, taskId)
  const { evidence, planNodes, payloadBytes } = ledger.counts(taskId)
  return [
    `asked     ${taskTitle(task.text)} (${task.id}: ${taskState(task, ledger)})`,
    `did       ${countNoun(task.steps, 'step')}: ${countNoun(count('file_read'), 'read')}, ${countNoun(count('shell_output') + count('test_result'), 'command')}, ${countNoun(mistakes, 'mistake')} caught`,
    `changed   ${changed.length === 0 ? 'nothing' : changed.join(', ')}${back}`,
    `proven    ${proofOf(task, ledger)}`,
    `kept      ${countNoun(evidence, 'evidence row')}, ${countNoun(planNodes, 'plan node')}, ${countNoun(payloadBytes, 'payload byte')} in ${ledger.path}`,
  ]
}

/** Steps that are looked through. */
const MOST_STEPS = 10_000

/** Replies that could not be used, ends that were corrected, and calls that were refused; no denials, no failed commands. */
function mistakesIn(ledger: Ledger, taskId: string): number {
  const steps = ledger.stepsOf(taskId, MOST_STEPS)
  const calls = steps.flatMap((step) => step.calls)
  // A command that fails is a result.
  const refused = calls.filter(
    ({ ok, denied, origin, given }) =>
      !ok && denied === null && origin === null && !given.includes('"command":'),
  )
  const replies = steps.filter(({ problem, nudged }) => problem !== null || nudged)
  return refused.length + replies.length
}

/** What proves the end of a task, or why nothing does; the last test run in both cases. */
function proofOf(task: TaskRow, ledger: Ledger): string {
  const [test] = ledger.find({ taskId: task.id, kind: 'test_result', limit: 1 })
  const shown = test === undefined ? [] : [`${test.id}: ${test.summary.split('\n')[0]}`]
  const cites = task.cites.length === 0 ? [] : [`resolved by ${task.cites.join(', ')}`]
  if (task.proven)
    return [...(test === undefined ? ['by what was read'] : shown), ...cites].join(', ')
  const { reason } = resultOf(ledger, task.id, { durationMs: 0 })
  const why = task.status === 'open' ? 'not yet' : `no: ${reason || task.status}`
  return [why, ...shown.map((run) => `last test run: ${run}`)].join('; ')
}

import { countNoun } from '#core'
import type { Ledger } from '#ledger'
import { taskState } from './task_state.js'

/** A task in five lines: asked, did, changed, proven, kept. */
export function storyOf(ledger: Ledger, taskId: string): string[] {
  const task = ledger.tasks().find(({ id }) => id === taskId)
  if (task === undefined) return []
  const rows = ledger.find({ taskId, limit: 10_000 })
  const count = (kind: string) => rows.filter((row) => row.kind === kind).length
  const edited = [
    ...new Set(rows.filter((row) => row.kind === 'edit_applied').map((row) => row.subject)),
  ]
  const mistakes = count('diagnostic')
  const test = rows.find((row) => row.kind === 'test_result')
  const { evidence, planNodes, payloadBytes } = ledger.counts(taskId)
  return [
    `asked     ${task.text.replace(/\s+/g, ' ').slice(0, 100)} (${task.id}: ${taskState(task, ledger)})`,
    `did       ${task.steps} steps: ${count('file_read')} reads, ${count('shell_output') + count('test_result')} commands, ${countNoun(mistakes, 'mistake')} caught`,
    `changed   ${edited.length === 0 ? 'nothing' : edited.join(', ')}`,
    `proven    ${test === undefined ? 'by no test' : `${test.id}: ${test.summary.split('\n')[0]}`}${task.cites.length > 0 ? `, resolved by ${task.cites.join(', ')}` : ''}`,
    `kept      ${evidence} evidence rows, ${countNoun(planNodes, 'plan node')}, ${payloadBytes} payload bytes in ${ledger.path}`,
  ]
}

import { evidenceNumber } from '../step/evidence_number.js'
import type { ReadyCall, StepScope } from '../step/frame.js'

/**
 * Whether the call is the test command or the configured linter, which the user refused in this task and has said
 * nothing since: it is not asked again.
 */
export function isRefusedCheck(
  { tool, input, what }: Pick<ReadyCall, 'tool' | 'input'> & { what: string },
  { frame, deps }: Pick<StepScope, 'frame' | 'deps'>,
): boolean {
  const { ledger, workspace, checks } = deps
  const { session, task } = frame.view
  if (tool.shell !== true) return false
  const no = ledger
    .receipts(session.id)
    .filter((asked) => asked.taskId === task.id && asked.what === what)
    .toSorted((a, b) => a.number - b.number)
    .at(-1)
  if (no?.decision !== 'no') return false
  const command = tool.command?.(input)
  const isCheck =
    command === workspace.testProject(checks.testCommand).command ||
    (command !== undefined && command === checks.lintCommand)
  if (!isCheck) return false
  const [said] = ledger.find({ taskId: task.id, kind: 'decision', subject: 'user', limit: 1 })
  return said === undefined || evidenceNumber(said.id) <= no.lastEvidence
}

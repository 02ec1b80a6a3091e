import type { StepDigest } from '#ledger'
import type { Troubles } from '#planner'
import type { Deps } from '../deps/deps.js'
import { evidenceNumber } from '../step/evidence_number.js'

/** Steps that are counted: no limit is higher. */
const LOOK_BACK = 40

/** The steps of a task that are counted: those after `since`. */
export interface TaskPart {
  taskId: string
  sessionId: string
  since: number
}

/** Counts from committed rows what went wrong in a part of a task. */
export function troublesOf(
  { taskId, sessionId, since }: TaskPart,
  { ledger, registry }: Pick<Deps, 'ledger' | 'registry'>,
): Troubles {
  const steps = ledger
    .recentSteps(sessionId, LOOK_BACK)
    .filter((step) => step.taskId === taskId && step.step > since)
  const calls = steps.flatMap((step) => [...step.calls].reverse())
  // A command that fails is a result, not a mistake in the call.
  const failed = calls.filter(
    ({ ok, denied, tool }) => !ok && denied === null && registry.find(tool)?.effect !== 'command',
  )
  const edits = calls.filter(
    ({ tool, denied }) => denied === null && registry.find(tool)?.effect === 'edit',
  )
  return {
    modelFailures: leading(steps, ({ problem }) => problem !== null),
    noProgress: leading(steps, ({ nudged }) => nudged),
    toolErrors: mostEqual(failed),
    editFailures: leading(edits, ({ ok }) => !ok),
    testFailures: failedTests(taskId, since, ledger),
    denials: calls.length - calls.filter(({ denied }) => denied === null).length,
  }
}

function leading<T>(rows: readonly T[], holds: (row: T) => boolean): number {
  const end = rows.findIndex((row) => !holds(row))
  return end === -1 ? rows.length : end
}

function mostEqual(failed: StepDigest['calls']): number {
  const counts = new Map<string, number>()
  for (const { tool, outcomeHash } of failed) {
    const key = `${tool} ${outcomeHash}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return Math.max(0, ...counts.values())
}

/** Failing runs after the last passing one, each of them after an edit of its own. */
function failedTests(taskId: string, since: number, ledger: Deps['ledger']): number {
  const sinceStep = since + 1
  const tests = ledger.find({ taskId, kind: 'test_result', sinceStep, limit: LOOK_BACK })
  const failing = tests.slice(
    0,
    leading(tests, ({ facts }) => facts.passed === false),
  )
  const edits = ledger
    .find({ taskId, kind: 'edit_applied', sinceStep, limit: LOOK_BACK })
    .map(({ id }) => evidenceNumber(id))
  return failing.filter(({ id }, index) => {
    const before = evidenceNumber(failing[index + 1]?.id ?? 'e0')
    return edits.some((edit) => edit > before && edit < evidenceNumber(id))
  }).length
}

import { LIMITS, limitLines, nameFirst, type TaskResult } from '#core'
import type { TaskRow } from '#ledger'
import type { Accepted, AcceptPlan } from '#supervisor'
import { showControls } from '#terminal'

/** Files that are shown by name. */
const NAMED = 12

/** Shows a difference, and is safe to print. */
type Paint = ((diff: string) => string) | undefined

/** The tests that a task changed, with their differences: as lines where nothing paints them. */
function describeTests(tests: TaskResult['changedTests'], paint: Paint): string[] {
  const rows = tests.map(({ path, why }) => showControls(`  ${path}: ${why}`))
  const diffs = tests.flatMap(({ diff }) => (diff === '' ? [] : diff.split('\n')))
  if (paint !== undefined && diffs.length > 0) return [...rows, paint(diffs.join('\n'))]
  return [...rows, ...limitLines(diffs, LIMITS.diffLines).map(showControls)]
}

/** What the end of a run says about the tests that the task changed. Nothing when there are none. */
export function describeChangedTests(
  { subtype, changedTests }: Pick<TaskResult, 'subtype' | 'changedTests'>,
  way: string,
  paint?: Paint,
): string[] {
  if (subtype !== 'resolved' || changedTests.length === 0) return []
  const head = 'The task changed its tests, so they do not prove it:'
  return [head, ...describeTests(changedTests, paint), `Type ${way} when these changes are right.`]
}

/** What an acceptance would cover, for the person. */
export function describeAccept({ tests }: AcceptPlan, paint?: Paint): string[] {
  return ['The task changed these tests:', ...describeTests([...tests], paint)]
}

/** Why there is nothing to accept; null when there may be. */
export function whyNothing(task: TaskRow): string | null {
  const none = 'so there is nothing to accept.'
  if (task.status === 'open') return `The last task has not ended, ${none}`
  if (task.proven) return `The last task is proven, ${none}`
  if (task.status === 'unproven') return `The last task changed no file, ${none}`
  if (task.status !== 'resolved')
    return `The last task ended as ${task.status}, and only the tests of a task that ended as done can be accepted.`
  return null
}

/** What was done, in one line. */
export function describeAccepted(ended: Accepted, { tests }: AcceptPlan): string {
  const paths = tests.map(({ path }) => path)
  const head = paths.length === 0 ? '' : `Accepted: ${nameFirst(paths, NAMED)}. `
  const tail = ended.proven
    ? 'The task is proven.'
    : `The task is not proven: ${ended.reason}.${paths.length === 0 ? ' The task changed no test that could be accepted.' : ''}`
  return showControls(`${head}${tail}`)
}

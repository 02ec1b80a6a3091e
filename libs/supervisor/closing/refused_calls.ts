import type { TaskResult } from '#core'
import type { Ledger, TaskRow } from '#ledger'
import { storedDoubt } from '../proof/end_rows.js'

/**
 * The newest calls of a denied task that a flag allows, the oldest of them first, each flag once; of another task the
 * tests that it did not run because they may not.
 */
export function refusedCalls(
  ledger: Ledger,
  { id: taskId, status, doubt }: Pick<TaskRow, 'id' | 'status' | 'doubt'>,
): Pick<TaskResult, 'refused'> {
  if (status !== 'denied') return barredIn(doubt)
  const rows = ledger.find({ taskId, kind: 'diagnostic', subject: 'gate', limit: LOOK_BACK })
  const refused: NonNullable<TaskResult['refused']> = []
  for (const { facts } of rows) {
    const flag = flagOf(facts.flag)
    if (flag !== null && !refused.some((one) => one.flag[1] === flag[1]))
      refused.push({ what: whatOf(facts), flag })
  }
  return refused.length === 0 ? {} : { refused: refused.slice(0, NAMED).reverse() }
}

const LOOK_BACK = 20
/** More flags are no line that a person reads. */
const NAMED = 3

function barredIn(doubt: TaskRow['doubt']): Pick<TaskResult, 'refused'> {
  const { barred } = storedDoubt.safeParse(doubt).data ?? {}
  if (!barred?.flag) return {}
  return { refused: [{ what: barred.command, flag: barred.flag }] }
}

function flagOf(stored: unknown): [string, string] | null {
  const [option, value] = Array.isArray(stored) ? stored : []
  return typeof option === 'string' && typeof value === 'string' ? [option, value] : null
}

function whatOf({ command, writes, tool }: Record<string, unknown>): string {
  if (typeof command === 'string') return command
  return Array.isArray(writes) ? writes.join(', ') : String(tool)
}

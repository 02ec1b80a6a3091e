import { countNoun } from '#core'
import type { Ledger, SessionRow } from '#ledger'
import { sayEnglish } from '#terminal'
import { oneLine } from '../output/one_line.js'
import { resumableTasks } from '../run/take_up.js'

/** A session in a list: id, time, tasks, title. */
export function sessionLine(row: SessionRow, ledger: Ledger, say = sayEnglish): string {
  const copy = row.parentId === null ? '' : ` (${say.part(`a copy of ${row.parentId}`)})`
  return `${row.id}  ${when(row.createdMs)}  ${say.part(taskCount(row, ledger))}  ${oneLine(row.title)}${copy}`
}

export function when(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ')
}

/** How many tasks a session has, and what can be done with them. */
export function taskCount({ id, tasks }: SessionRow, ledger: Ledger): string {
  const owner = ledger.usedBy(id)
  const { length } = resumableTasks(ledger, id)
  const open = owner === null ? `${length} to resume` : `in use by ${owner}`
  return `${countNoun(tasks, 'task')}${length > 0 || owner !== null ? `, ${open}` : ''}`
}

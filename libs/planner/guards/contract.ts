import type { Guard } from '../guard.js'
import { type Assertion, assertionsIn } from '../items/assertions.js'
import { changedPaths } from '../judge/facts/changes.js'
import type { End, Standing } from '../judge/facts/types.js'

/** Conditions that one refusal names, and newest rows that are searched. */
const NAMED = 3
const TEXT_CHARS = 160
const MOST_ROWS = 200

/**
 * The contract of done: what the task says must hold is seen in a change or in a result after the first change, or
 * is explained at the end (row 138). Words of a model are no evidence, so a condition that nothing shows is named.
 */
export const contract: Guard = {
  name: 'contract',
  cap: 2,
  refuse({ standing, end }) {
    if (standing.wants !== 'change' || changedPaths(standing).length === 0) return null
    const open = assertionsIn(standing.asked).filter((one) => !isShown(one, standing, end))
    if (open.length === 0) return null
    const named = open.slice(0, NAMED).map(({ text }) => `"${text.slice(0, TEXT_CHARS)}"`)
    const more = open.length > NAMED ? ` (+${open.length - NAMED} more)` : ''
    return `not done: no change and no result shows this condition of the task: ${named.join('; ')}${more}. Check it with a call. If it holds, say at the end what shows it.`
  },
}

function isShown({ marks }: Assertion, standing: Standing, { summary }: End): boolean {
  const has = (text: string) => marks.some((mark) => text.includes(mark))
  if (has(summary) || standing.changes.some(({ path, after }) => has(path) || has(after ?? '')))
    return true
  return afterFirstChange(standing).some(
    ({ id, subject }) => has(subject) || has(standing.textOf(id)),
  )
}

function afterFirstChange({ rows }: Standing): Standing['rows'] {
  const first = rows.findIndex(
    ({ kind, facts }) => kind === 'edit_applied' || Array.isArray(facts.changes),
  )
  return rows
    .slice(first === -1 ? rows.length : first)
    .filter(({ kind }) => kind !== 'decision' && kind !== 'diagnostic')
    .slice(-MOST_ROWS)
}

import type { Guard } from '../guard.js'
import { pathsIn } from '../items/names.js'
import type { Row } from '../judge/facts/types.js'
import { readyItems } from '../plan/batches.js'

const QUERY =
  /^\W*(?:read|look|inspect|find|search|list|review|understand|explore|examine|study|locate|identify|analy[sz]e|open|see|view|grep|determine|investigate)\b/i
const CHANGE =
  /\b(?:fix|add|change|edit|write|update|replace|rename|remove|delete|create|implement|refactor|move|correct|patch|insert|apply)\b/i

/**
 * A step of the plan that only reads comes before an edit (row 121). The list of tools stays, because another list is
 * another prefix: the edit is refused while no result of the task has what the step asks for.
 */
export const queryStep: Guard = {
  name: 'query_step',
  cap: 2,
  hold({ plan, rows }) {
    const items = plan.filter(({ kind }) => kind === 'item' || kind === 'todo')
    const [next] = readyItems(items)
    if (next === undefined || !isQuery(next.text) || isSeen(next.text, rows)) return null
    const number = items.indexOf(next) + 1
    return `Not run: step ${number} of the plan only reads: ${next.text}. Do it first. If it is done, write "step ${number} is done" beside this call.`
  },
}

function isQuery(text: string): boolean {
  return QUERY.test(text) && !CHANGE.test(text)
}

/** Whether a result shows a file that the step names; where it names none, whether anything was read. */
function isSeen(text: string, rows: readonly Row[]): boolean {
  const paths = pathsIn(text)
  return rows.some(({ kind, subject }) => {
    if (kind === 'decision' || kind === 'diagnostic') return false
    return (
      paths.length === 0 || paths.some((path) => subject.includes(path) || path.includes(subject))
    )
  })
}

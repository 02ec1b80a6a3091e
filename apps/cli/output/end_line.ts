import { countNoun, nameFirst, type TaskResult } from '#core'
import { showControls } from '#terminal'

const ENDS = {
  resolved: 'done',
  unproven: 'ended without a change',
  failed: 'failed',
  stalled: 'stopped: the model repeated itself',
  denied: 'stopped',
  limit: 'stopped at the limit',
  interrupted: 'interrupted',
} as const

/** Files that are shown by name. */
const NAMED = 4

/** The end of a run in one line: how, after how many steps, and what changed. */
export function endLine(result: TaskResult): string {
  const { subtype, steps, changes, reverted = [], takenBack = [], cause } = result
  const named = changes
    .slice(0, NAMED)
    .map(({ path, added, removed }) => `${path} +${added} -${removed}`)
  const more = changes.length > NAMED ? [`${changes.length - NAMED} more`] : []
  const changed = changes.length > 0 ? ` · changed ${[...named, ...more].join(', ')}` : ''
  const back =
    takenBack.length === 0 ? '' : ` · edited ${nameFirst(takenBack, NAMED)}, in the end as before`
  const undone = reverted.length > 0 ? ` · reverted ${reverted.join(', ')}` : ''
  const end = subtype === 'interrupted' && cause !== undefined ? 'stopped' : ENDS[subtype]
  return showControls(
    `${end} after ${countNoun(steps, 'step')}${changed}${back}${undone}${shown(result)}`,
  )
}

/** What shows the end, or that nothing does. The answer above may have the reason: it is not said twice. */
function shown({ subtype, changes, proven, proof, grade, reason, text }: TaskResult): string {
  if (subtype !== 'resolved') return ''
  if (proven && changes.length > 0) return ` · proven: ${proof ?? grade}`
  if (proven) return ` · shown by ${proof ?? 'what was read'}`
  if (changes.length === 0 && !text.startsWith('unproven')) return ''
  return reason === '' || text.includes(reason) ? ' · unproven' : ` · unproven: ${reason}`
}

import { countNoun, type TaskResult } from '#core'
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
  const { subtype, steps, changes, proven, text, cause } = result
  const named = changes
    .slice(0, NAMED)
    .map(({ path, added, removed }) => `${path} +${added} -${removed}`)
  const more = changes.length > NAMED ? [`${changes.length - NAMED} more`] : []
  const changed = changes.length > 0 ? ` · changed ${[...named, ...more].join(', ')}` : ''
  const isDoubted = changes.length > 0 || text.startsWith('unproven')
  const doubt =
    subtype !== 'resolved' || proven ? '' : isDoubted ? ' · unproven' : doubtOfAnswer(result)
  const end = subtype === 'interrupted' && cause !== undefined ? 'stopped' : ENDS[subtype]
  return showControls(`${end} after ${countNoun(steps, 'step')}${changed}${doubt}`)
}

/** What a file or a command would hold: a path, code, a number. */
const STATES_FACTS = /`|\d|[\w-]\.\w{1,5}\b|\w\/\w/

/** An answer is printed as it is. What it states and no row shows is doubted; a greeting states nothing. */
function doubtOfAnswer({ text, reason }: TaskResult): string {
  return reason === '' || !STATES_FACTS.test(text) ? '' : ` · unproven: ${reason}`
}

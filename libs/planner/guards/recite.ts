import type { Guard } from '../guard.js'
import { readyItems } from '../plan/batches.js'

const STEPS = 10
const TASK_CHARS = 200

/** The open step of the plan, about every ten steps, at the end of the newest result (docs/design/guards.md#plan). */
export const recite: Guard = {
  name: 'recite',
  aid: true,
  cap: 60,
  rest: STEPS,
  watch({ plan, asked, textOnly, step }) {
    const items = plan.filter(({ kind, summary }) => kind !== 'root' && summary !== 'dropped')
    const [next] = readyItems(items)
    if (textOnly || step < STEPS || next === undefined) return null
    const done = items.filter(({ status }) => status === 'resolved').length
    return `Reminder. The task: ${asked.replace(/\s+/g, ' ').slice(0, TASK_CHARS)} Steps done: ${done} of ${items.length}. The open step: ${next.text}`
  },
}

import { ESCAPING_TASK, isUnchanged } from '../escaping_task.js'
import { type Probe, refusal } from '../probe.js'
import { askForCall } from '../probe_tools.js'

/** JSON-escaping torture: does code with quotes and backslashes come through a call unharmed? */
export const escaping: Probe = {
  name: 'escaping',
  order: 50,
  ask: (known) => [askForCall(ESCAPING_TASK, known)],
  judge([heard]) {
    if (heard === undefined) return 'it was not asked'
    return refusal(heard) ?? { escaping: isUnchanged(heard) }
  },
}

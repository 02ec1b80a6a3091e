import { ESCAPING_TASK, isUnchanged } from '../escaping_task.js'
import { type Probe, refusal } from '../probe.js'
import { askForCall } from '../probe_tools.js'

/** Measures whether code with quotes and backslashes arrives unchanged in a call's JSON. */
export const escaping: Probe = {
  name: 'escaping',
  order: 50,
  ask: (known) => [askForCall(ESCAPING_TASK, known)],
  judge([result]) {
    if (result === undefined) return 'the request was not sent'
    return refusal(result) ?? { escaping: isUnchanged(result) }
  },
}

import { ESCAPING_TASK, isUnchanged } from '../escaping_task.js'
import { type Probe, refusal } from '../probe.js'
import { askInText } from '../probe_tools.js'

/** The same torture between tags, where nothing has to be escaped; asked where JSON did harm. */
export const tag_escaping: Probe = {
  name: 'tag_escaping',
  order: 60,
  ask(known) {
    if (known.found.escaping !== false) return 'not needed: JSON does no harm'
    return [askInText(ESCAPING_TASK, 'qwen3_coder', known)]
  },
  judge([heard]) {
    if (heard === undefined) return 'it was not asked'
    return refusal(heard) ?? { tagEscaping: isUnchanged(heard) }
  },
}

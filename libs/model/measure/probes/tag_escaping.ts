import { ESCAPING_TASK, isUnchanged } from '../escaping_task.js'
import { type Probe, refusal } from '../probe.js'
import { askInText } from '../probe_tools.js'

/** The escaping task between tags, which need no escapes; only when JSON changed the text. */
export const tag_escaping: Probe = {
  name: 'tag_escaping',
  order: 60,
  ask(known) {
    if (known.found.escaping !== false) return 'not needed: escaping in JSON works'
    return [askInText(ESCAPING_TASK, 'qwen3_coder', known)]
  },
  judge([result]) {
    if (result === undefined) return 'the request was not sent'
    return refusal(result) ?? { tagEscaping: isUnchanged(result) }
  },
}

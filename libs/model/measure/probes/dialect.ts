import { findDialect } from '../find_dialect.js'
import { type Probe, refusal } from '../probe.js'
import { askInText, callsOf } from '../probe_tools.js'

/** When native calls do not work: describes the family's dialect in the text and finds the one that is written. */
export const dialect: Probe = {
  name: 'dialect',
  order: 30,
  ask(known) {
    const { tools, templateTools } = known.found
    if (tools !== 'none' && templateTools !== false) return 'not needed: native calls work'
    return [askInText('Read the file src/app.ts.', known.shipped.dialect, known)]
  },
  judge([result], { dialects, shipped }) {
    if (result === undefined) return 'the request was not sent'
    const refused = refusal(result)
    if (refused !== null) return refused
    if (callsOf(result, 'read_file').length === 0) return 'the reply has no call'
    // Bare JSON needs no dialect, so the described one is kept.
    return { dialect: findDialect(result.raw, dialects, shipped.dialect) ?? shipped.dialect }
  },
}

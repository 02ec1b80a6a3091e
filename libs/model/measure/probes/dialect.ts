import { findDialect } from '../find_dialect.js'
import { type Probe, refusal } from '../probe.js'
import { askInText, callsOf } from '../probe_tools.js'

/** Teaches the family's dialect in the text, where native calls do not come: which one is written? */
export const dialect: Probe = {
  name: 'dialect',
  order: 30,
  ask(known) {
    const { tools, templateTools } = known.found
    if (tools !== 'none' && templateTools !== false) return 'not needed: calls come natively'
    return [askInText('Read the file src/app.ts.', known.shipped.dialect, known)]
  },
  judge([heard], { dialects, shipped }) {
    if (heard === undefined) return 'it was not asked'
    const refused = refusal(heard)
    if (refused !== null) return refused
    if (callsOf(heard, 'read_file').length === 0) return 'no call came'
    // Bare JSON is what every dialect of JSON is read as: the taught one serves.
    return { dialect: findDialect(heard.raw, dialects, shipped.dialect) ?? shipped.dialect }
  },
}

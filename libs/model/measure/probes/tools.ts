import { findDialect } from '../find_dialect.js'
import { type Heard, type Probe, refusal } from '../probe.js'
import { askNatively, callsOf } from '../probe_tools.js'

const TEXT = 'Read the file src/app.ts with the tool read_file.'
/** Two small schemas take more than this in every template that shows them. */
const SHOWN_TOKENS = 24
/** What engines say of a model whose template has no tools. */
const NO_TOOLS = /tool/i

/** Offers tools natively: does the template show them, and how does the call come back? */
export const tools: Probe = {
  name: 'tools',
  order: 20,
  ask() {
    const { messages, maxTokens, tools } = askNatively(TEXT)
    return [
      { messages, maxTokens: 8 },
      { messages, maxTokens, tools: tools ?? [] },
    ]
  },
  judge([bare, offered], { dialects }) {
    if (bare === undefined || offered === undefined) return 'it was not asked'
    const refused = refusal(offered)
    if (refused !== null)
      return NO_TOOLS.test(refused) ? { tools: 'none', templateTools: false } : refused
    const templateTools = isShown(bare, offered)
    if (callsOf(offered, 'read_file').length === 0) return { tools: 'none', templateTools }
    if (offered.raw.tool_calls.length > 0) return { tools: 'native', templateTools }
    return { tools: 'text', templateTools, dialect: findDialect(offered.raw, dialects) }
  },
}

/** null: the server does not count. */
function isShown(bare: Heard, offered: Heard): boolean | null {
  if (bare.promptTokens === 0 || offered.promptTokens === 0) return null
  return offered.promptTokens - bare.promptTokens > SHOWN_TOKENS
}

import { findDialect } from '../find_dialect.js'
import { type Probe, type ProbeAnswer, refusal } from '../probe.js'
import { askNatively, callsOf } from '../probe_tools.js'

const TEXT = 'Read the file src/app.ts with the tool read_file.'
/** Two small schemas take more tokens than this in every template that includes them. */
const SHOWN_TOKENS = 24
/** Engines name tools in the error for a model whose template has none. */
const NO_TOOLS = /tool/i

/** Sends tools in the request: measures whether the template includes them, and the form of the call. */
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
    if (bare === undefined || offered === undefined) return 'the request was not sent'
    const refused = refusal(offered)
    if (refused !== null)
      return NO_TOOLS.test(refused) ? { tools: 'none', templateTools: false } : refused
    const templateTools = isShown(bare, offered)
    if (callsOf(offered, 'read_file').length === 0) return { tools: 'none', templateTools }
    if (offered.raw.tool_calls.length > 0) return { tools: 'native', templateTools }
    return { tools: 'text', templateTools, dialect: findDialect(offered.raw, dialects) }
  },
}

/** Whether the template includes the tools; null when the server does not count tokens. */
function isShown(bare: ProbeAnswer, offered: ProbeAnswer): boolean | null {
  if (bare.promptTokens === 0 || offered.promptTokens === 0) return null
  return offered.promptTokens - bare.promptTokens > SHOWN_TOKENS
}
